//! Contexts, random surfaces and pictures, and a studio that draws a view.

use glam::Vec3;
use glam::camera::rh::proj::opengl::perspective;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::borrow::Cow;
use std::ops::Deref;
use std::rc::Rc;
use waterlab::bodies::{Body, RopeSpan};
use waterlab::gl::{
    ApiChoice, DebugCount, Format, Gl, HeightTexture, Surfaceless, Target, Texture,
};
use waterlab::grid::Grid;
use waterlab::heights::{Heights, METRES_PER_WEIGHT};
use waterlab::light::{Pyramid, SkyConditions};
use waterlab::parameter::{Range, Value};
use waterlab::session::textures::Textures;
use waterlab::session::{FlyCamera, ViewSet, WaterView};
use waterlab::spray::Spray;
use waterlab::surface::{Bounded, FieldSource, GroundCover, HeightField, Surface};
use waterlab::view::{
    CardHeights, CardSurface, CascadeTextures, Colour, Eye, Finish, FinishedScene, Frame, Level,
    LitView, Materials, PickQuery, Pictures, Plan, Post, Profiler, SkyLight, Source,
    SurfaceTextures, ToneMapping, View, ViewKind, Walls,
};

/// Straight-alpha RGBA, row 0 at the top.
pub type Picture = Grid<[u8; 4]>;

/// A grey that stays within range under any light of the tests.
pub const GREY: [u8; 4] = [128, 128, 128, 255];

/// A context whose driver must not have complained when it is dropped.
pub struct Silent {
    gl: Option<Gl>,
    debug: DebugCount,
}

impl Deref for Silent {
    type Target = Gl;

    fn deref(&self) -> &Gl {
        self.gl.as_ref().expect("not dropped")
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        self.gl = None;
        if std::thread::panicking() {
            return;
        }
        assert!(self.debug.is_listening(), "the driver has no KHR_debug");
        let complaints = self.debug.complaints();
        assert_eq!(complaints, 0, "the driver complained, see the log above");
    }
}

/// A context of one kind.
pub fn silent(choice: ApiChoice) -> Silent {
    let gl = open(choice);
    let debug = gl.debug().clone();
    Silent {
        gl: Some(gl),
        debug,
    }
}

/// A core context, for claims about formulas, which both kinds of context compute by the same shader source. `both` and `keys` check that
/// every program compiles on ES and that it draws what core draws.
pub fn core() -> Silent {
    silent(ApiChoice::Core)
}

/// Runs a test on a core and on an ES context.
pub fn on_both(test: impl Fn(&Gl)) {
    for choice in [ApiChoice::Core, ApiChoice::Es] {
        test(&silent(choice));
    }
}

/// A context for a test that provokes driver messages.
pub fn open(choice: ApiChoice) -> Gl {
    // A failed test shows the driver's messages. Only the first call has an effect.
    let _ = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .is_test(true)
        .try_init();
    println!("on {choice:?}");
    Surfaceless::open(choice)
        .unwrap_or_else(|error| panic!("this test needs a {choice:?} context: {error}"))
}

/// A generator of random numbers.
pub fn random(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// Random counts in −max..=max.
pub fn noise(columns: usize, rows: usize, max: i16, seed: u64) -> Grid<i16> {
    let mut random = random(seed);
    // The range from −i16::MAX lacks i16::MIN, which is added.
    let mut grid = Grid::from_fn(columns, rows, |_, _| random.random_range(-max..=max));
    if max == i16::MAX {
        grid.cells_mut()[0] = i16::MIN;
    }
    grid
}

/// A picture of random colours.
pub fn confetti(columns: usize, rows: usize, seed: u64) -> Picture {
    let mut random = random(seed);
    Grid::from_fn(columns, rows, |_, _| {
        let [red, green, blue] = random.random::<[u8; 3]>();
        [red, green, blue, 255]
    })
}

/// A picture of one colour.
pub fn plain(colour: [u8; 4]) -> Picture {
    Grid::new(1, 1, colour)
}

/// Counts with the default unit of the ripple.
pub fn counted(counts: &Grid<i16>) -> Heights<'_> {
    Heights::Counts {
        counts,
        unit: METRES_PER_WEIGHT,
    }
}

/// The default camera.
pub fn default_eye(size: (usize, usize)) -> Eye {
    FlyCamera::new(FlyCamera::EYE, Vec3::ZERO, FlyCamera::FOV).eye(size.0 as f32 / size.1 as f32)
}

/// Straight down at the pool, which nearly fills the picture.
pub fn eye_above(size: (usize, usize)) -> Eye {
    // A camera is limited to 89°; so small a tilt is level to a pixel.
    let eye = Vec3::new(0.0, 2.6, 0.04);
    let aspect = size.0 as f32 / size.1 as f32;
    Eye {
        // 45° from top to bottom for any aspect.
        projection: perspective(45_f32.to_radians(), aspect, 0.1, 200.0),
        ..FlyCamera::new(eye, Vec3::ZERO, 45.0).eye(aspect)
    }
}

/// Sets a parameter of a view.
pub fn set(view: &mut dyn View, key: &str, value: Value) {
    view.settings_mut()
        .set(key, value)
        .unwrap_or_else(|error| panic!("{key}: {error}"));
}

/// An option of a choice of the lit view, by its name.
pub fn lit_choice(key: &str, name: &str) -> Value {
    let lit = ViewKind::named("lit").expect("a view");
    let choice = lit.parameters.iter().find(|parameter| parameter.key == key);
    match choice.map(|choice| &choice.range) {
        Some(Range::Choice { options, .. }) => {
            let index = options.iter().position(|option| *option == name);
            Value::Choice(index.expect("an option"))
        }
        other => panic!("{other:?} is no choice"),
    }
}

/// A kind of water of the lit view, by its name.
pub fn kind_of_water(name: &str) -> Value {
    lit_choice("water", name)
}

/// The lit view of a pool without surroundings, which the references do not have.
pub fn lit_in_the_open() -> LitView {
    let mut view = LitView::new();
    set(&mut view, "setting", lit_choice("setting", "open"));
    view
}

/// A surface and the textures around it.
pub struct Studio {
    gl: Gl,
    heights: Rc<HeightTexture>,
    revision: u64,
    pub walls: Walls,
    /// The bodies in the water.
    pub bodies: Vec<Body>,
    /// The ropes on them.
    pub ropes: Vec<RopeSpan>,
    /// The drops over it, and its foam.
    pub spray: Option<Spray>,
    /// Cells of the pool, if their number differs from that of the heights.
    pub cells: Option<(usize, usize)>,
    /// Length of the pool, metres. The eye is given for a pool 2 m long and scaled with it; heights are not.
    pub length: f64,
    /// Depth of the pool, metres.
    pub depth: f64,
    /// Vertical velocity, if the surface moves.
    pub velocity: Option<Rc<HeightTexture>>,
    /// A surface in numbers with its ground, which is uploaded with each frame and replaces the heights.
    pub numbers: Option<(Grid<f32>, Ground)>,
    /// Samples per pixel of the frame.
    pub samples: usize,
    pub materials: Materials,
    pub sky: SkyLight,
}

/// Grey materials except for this picture, this colour of tiles and this paving.
fn materials(gl: &Gl, picture: &Pyramid, tiles: [u8; 4], deck: &Picture) -> Materials {
    let grey = plain(GREY);
    let pictures = Pictures {
        picture,
        tiles: &plain(tiles),
        sky: &plain([255, 0, 0, 128]),
        deck,
        panorama: &grey,
    };
    Materials::new(gl, pictures).expect("textures")
}

impl Studio {
    /// With a picture for the picture view, a red sky of half opacity, and grey otherwise.
    pub fn new(gl: &Gl, picture: &Pyramid) -> Self {
        Self {
            gl: gl.clone(),
            heights: Rc::new(HeightTexture::new(gl).expect("a height texture")),
            revision: 0,
            walls: Walls::new(gl),
            bodies: Vec::new(),
            ropes: Vec::new(),
            spray: None,
            sky: SkyLight::new(gl, SkyConditions::default()),
            cells: None,
            length: 2.0,
            depth: 1.6 / 3.0,
            velocity: None,
            numbers: None,
            samples: 1,
            materials: materials(gl, picture, GREY, &plain(GREY)),
        }
    }

    /// Sets the colour of the tiles.
    pub fn tile(&mut self, colour: [u8; 4]) {
        self.materials = materials(&self.gl, &Pyramid::new(plain(GREY)), colour, &plain(GREY));
    }

    /// Sets the paving.
    pub fn pave(&mut self, deck: &Picture) {
        self.materials = materials(&self.gl, &Pyramid::new(plain(GREY)), GREY, deck);
    }

    /// With uniform colours only.
    pub fn bare(gl: &Gl) -> Self {
        Self::new(gl, &Pyramid::new(plain(GREY)))
    }

    /// As [`Studio::bare`], under a clear sky with the sun in this direction.
    pub fn in_sun(gl: &Gl, sun: Vec3) -> Self {
        let conditions = SkyConditions {
            sun,
            clouds: 0.0,
            ..SkyConditions::default()
        };
        Self {
            sky: SkyLight::new(gl, conditions),
            ..Self::bare(gl)
        }
    }

    /// Uploads a surface.
    pub fn show(&mut self, heights: &Heights) {
        self.revision += 1;
        let texture = Rc::get_mut(&mut self.heights).expect("a single owner");
        texture.upload(heights).expect("uploaded");
    }

    pub fn heights(&self) -> &HeightTexture {
        &self.heights
    }

    /// Draws a view with one sample per pixel.
    pub fn draw(&self, view: &mut dyn View, eye: &Eye, size: (usize, usize)) -> Picture {
        self.draw_cascades(view, eye, size, None)
    }

    /// As [`Studio::draw`], with open water instead of the heights.
    pub fn draw_cascades(
        &self,
        view: &mut dyn View,
        eye: &Eye,
        size: (usize, usize),
        cascades: Option<&Rc<CascadeTextures>>,
    ) -> Picture {
        let target = Target::texture(&self.gl, size.0, size.1, true).expect("a target");
        self.paint(view, eye, &target, cascades, Colour::Display);
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        picture
    }

    /// What a view draws on the lens over black, in open water, where the scene is `scene`.
    pub fn draw_lens(
        &self,
        view: &mut dyn View,
        eye: &Eye,
        size: (usize, usize),
        (cascades, scene): (&Rc<CascadeTextures>, &Texture),
    ) -> Picture {
        let target = Target::texture(&self.gl, size.0, size.1, true).expect("a target");
        self.with_frame(eye, size, Some(cascades), Colour::Scene, |frame| {
            view.prepare(frame).expect("prepared");
            target.draw_here();
            self.gl.clear([0.0; 4]);
            view.draw_lens(frame, &FinishedScene::unmetered(scene))
                .expect("drawn");
        });
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        picture
    }

    /// As [`Studio::draw`], linear radiance.
    pub fn radiance(&self, view: &mut dyn View, eye: &Eye, size: (usize, usize)) -> Grid<[f32; 4]> {
        let target = Target::with_formats(&self.gl, &[Format::Rgba32F], size, true);
        let target = target.expect("a target of floats");
        self.paint(view, eye, &target, None, Colour::Radiance);
        target.read_floats(0)
    }

    /// For picking in a picture of a surface.
    pub fn query<'a>(
        &'a self,
        size: (usize, usize),
        eye: &'a Eye,
        surface: &'a Surface<'a>,
    ) -> PickQuery<'a> {
        PickQuery {
            eye,
            size,
            surface,
            materials: &self.materials,
        }
    }

    /// The scene colour of a view, before the tone map.
    pub fn scene_colour(
        &self,
        view: &mut dyn View,
        eye: &Eye,
        size: (usize, usize),
    ) -> Grid<[f32; 4]> {
        let target = Target::with_formats(&self.gl, &[Format::Rgba32F], size, true);
        let target = target.expect("a target of floats");
        self.paint(view, eye, &target, None, Colour::Scene);
        target.read_floats(0)
    }

    /// As [`Studio::radiance`], of open water.
    pub fn radiance_of_sea(
        &self,
        view: &mut dyn View,
        eye: &Eye,
        size: (usize, usize),
        cascades: &Rc<CascadeTextures>,
    ) -> Grid<[f32; 4]> {
        let target = Target::with_formats(&self.gl, &[Format::Rgba32F], size, true);
        let target = target.expect("a target of floats");
        self.paint(view, eye, &target, Some(cascades), Colour::Radiance);
        target.read_floats(0)
    }

    /// Draws the radiance or the scene colour of a view, or the finished picture.
    fn paint(
        &self,
        view: &mut dyn View,
        eye: &Eye,
        target: &Target,
        cascades: Option<&Rc<CascadeTextures>>,
        colour: Colour,
    ) {
        let size = target.size();
        self.with_frame(eye, size, cascades, colour, |frame| {
            view.prepare(frame).expect("prepared");
            if colour != Colour::Display || !view.kind().has_physical_light {
                target.draw_here();
                view.draw(frame).expect("drawn");
                return;
            }
            let plan = Plan {
                colour: Colour::Scene,
                size,
                samples: self.samples,
                finish: Finish::Plain,
                tone_mapping: ToneMapping::of(view.settings()),
                glare: 0.0,
                scale: 1.0,
            };
            let mut post = Post::new(&self.gl);
            post.draw_here(&plan).expect("a target");
            view.draw(frame).expect("drawn");
            let lens = |scene: &FinishedScene<'_>| view.draw_lens(frame, scene);
            let finished = post.finish(&plan, frame.profiler, lens, || target.draw_here());
            finished.expect("finished");
        });
    }

    /// Calls a function with a frame of the water that is shown.
    fn with_frame(
        &self,
        eye: &Eye,
        size: (usize, usize),
        cascades: Option<&Rc<CascadeTextures>>,
        colour: Colour,
        draw: impl FnOnce(&Frame),
    ) {
        let (columns, rows) = self.heights.size();
        let velocity = self.velocity.clone().unwrap_or_else(|| {
            let mut still = HeightTexture::new(&self.gl).expect("a texture");
            let none = Grid::new(columns.max(1), rows.max(1), 0.0);
            still.upload(&Heights::Metres(&none)).expect("uploaded");
            Rc::new(still)
        });
        let heights = CardHeights {
            heights: self.heights.clone(),
            velocity,
            cells: self.cells.unwrap_or((columns, rows)),
            length: self.length,
            depth: self.depth,
        };
        let card = match cascades {
            Some(cascades) => CardSurface::Open(heights, cascades.clone()),
            None => CardSurface::Bounded(heights),
        };
        let textures = SurfaceTextures::new(&self.gl);
        let numbers = self.numbers.as_ref().map(|(surface, ground)| {
            Surface::Bounded(Bounded {
                field: HeightField {
                    others: ground,
                    ..HeightField::still(Heights::Metres(surface)).sized(self.length)
                },
                walls: None,
                depth: self.depth,
            })
        });
        let source = match numbers {
            Some(numbers) => Source::Numbers(numbers),
            None => Source::Card(&card),
        };
        let frame = Frame {
            gl: &self.gl,
            surface: &textures
                .show(source, self.revision, &self.walls)
                .with_bodies(&self.bodies, self.ropes.iter().copied())
                .with_spray(self.spray.as_ref()),
            eye: &eye.scaled(0.5 * self.length as f32),
            materials: &self.materials,
            sky: &self.sky,
            size,
            shown_size: size,
            samples: self.samples,
            radiance: colour == Colour::Radiance,
            level: Level::HIGH,
            in_steps: false,
            profiler: &Profiler::default(),
        };
        draw(&frame);
    }
}

/// Still water over this floor.
#[derive(Default)]
pub struct Ground {
    /// Its depths, metres, if it is not level.
    pub depth: Option<Grid<f32>>,
    /// Wetness, foam and velocity over ground that can rise out of the water.
    pub cover: Option<Grid<[f32; 4]>>,
    /// Roughness of that ground: Manning's n, s/m^⅓.
    pub manning: f32,
}

impl FieldSource for Ground {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(1, 1, 0.0))
    }

    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        self.depth.as_ref().map(Cow::Borrowed)
    }

    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        self.cover.as_ref().map(|cells| GroundCover {
            cells,
            seconds: 0.0,
            gravity: 9.81,
            manning: self.manning,
        })
    }

    // A studio has a single ground.
    fn depth_revision(&self) -> u64 {
        u64::from(self.depth.is_some())
    }
}

/// How two pictures of one size differ.
#[derive(Debug)]
pub struct Difference {
    /// The largest difference of a channel.
    pub max: u8,
    /// The mean difference of a channel.
    pub mean: f64,
    /// The fraction of pixels with a channel that differs by more than the bound.
    pub beyond: f64,
}

/// Compares the colours of two pictures; `bound` is for [`Difference::beyond`].
pub fn difference(one: &Picture, other: &Picture, bound: u8) -> Difference {
    let size = |picture: &Picture| (picture.columns(), picture.rows());
    assert_eq!(size(one), size(other));
    let (mut max, mut sum, mut beyond) = (0, 0.0, 0);
    for (one, other) in one.cells().iter().zip(other.cells()) {
        let channels = [0, 1, 2].map(|channel| one[channel].abs_diff(other[channel]));
        let worst = channels.into_iter().max().unwrap_or(0);
        max = max.max(worst);
        beyond += usize::from(worst > bound);
        sum += channels.map(f64::from).iter().sum::<f64>();
    }
    let pixels = one.cells().len() as f64;
    Difference {
        max,
        mean: sum / (3.0 * pixels),
        beyond: beyond as f64 / pixels,
    }
}

/// A view set with the built-in pictures.
pub fn view_set(gl: &Gl) -> ViewSet {
    let materials = Textures::built_in().materials(gl).expect("textures");
    ViewSet::new(gl, materials)
}

/// The picture of a view set from the default camera, one sample per pixel.
pub fn draw_view_set(
    gl: &Gl,
    view_set: &mut ViewSet,
    water_view: &WaterView,
    size: (usize, usize),
) -> Picture {
    draw_view_set_from(gl, view_set, water_view, &default_eye(size), size)
}

/// The same for another eye.
pub fn draw_view_set_from(
    gl: &Gl,
    view_set: &mut ViewSet,
    water_view: &WaterView,
    eye: &Eye,
    size: (usize, usize),
) -> Picture {
    let target = Target::texture(gl, size.0, size.1, true).expect("a target");
    view_set
        .draw(water_view, eye, size, 1, || target.draw_here())
        .expect("drawn");
    let mut picture = Grid::new(1, 1, [0; 4]);
    target.read(&mut picture);
    picture
}
