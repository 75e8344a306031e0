//! The surroundings of a pool in the mesh view: floor, walls, rim, deck and sky, and the caustics on the floor (docs/models.md §11).
//! Drawn before the water.

use super::masonry::Shade;
use super::shader::{self, HeightProgram, SCREEN, compiled, glsl, half_extents};
use super::walls::Walls;
use super::{Eye, Ground, Materials, masonry};
use crate::gl::{
    Blend, Depth, Gl, GlError, HeightTexture, Include, Primitive, Program, Target, Texture,
};
use crate::surface::Surface;
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::cell::OnceCell;
use std::rc::Rc;

const FACES: Include = glsl!("classic/basin.vert");
const TILED: Include = glsl!("classic/basin.frag");
const DECK_STONE: Include = glsl!("classic/deck.frag");
pub(super) const SEEN: Include = glsl!("classic/drawn_basin.frag");
pub(super) const BACKDROP: Include = glsl!("classic/backdrop.frag");

/// Maximum texels along a side of the caustics map: caustics are soft, and every texel reads nine heights.
const LIGHT_SIDE: usize = 192;

/// Fraction of half of the pool's length over which the curvature of the surface is measured: shorter waves cross before they reach the
/// floor, and the first-order formula holds for longer ones.
const CURVATURE_REACH: f32 = 0.024;

/// Refractive index of the water.
pub(super) const INDEX: f32 = 4.0 / 3.0;

/// Size of the refraction image of floor and walls, of the frame's size, so that a refracted ray near the frame's edge still finds the
/// pool.
const MARGIN: f32 = 1.15;

/// Colour of the air at the horizon, 0 to 1, where the background is not visible.
const HAZE: Vec3 = Vec3::new(0.68, 0.76, 0.76);

/// Shape of a pool, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PoolShape {
    /// Half extents along x and z.
    pub(super) half: Vec2,
    /// Distance between adjacent heights along x and z, metres.
    pub(super) spacing: Vec2,
    /// From the rest level to the floor.
    pub(super) depth: f32,
}

impl PoolShape {
    /// A pool of this size in metres, over which `heights` (columns, rows) are spread evenly.
    pub(super) fn new(size: [f64; 2], heights: (usize, usize), depth: f32) -> Self {
        let half = half_extents(size);
        let heights = Vec2::new(heights.0.max(1) as f32, heights.1.max(1) as f32);
        Self {
            half,
            spacing: 2.0 * half / heights,
            depth,
        }
    }

    /// Half of the longer side. What is built for the pool grows with it.
    pub(super) fn half_length(&self) -> f32 {
        self.half.max_element()
    }

    /// Height of the deck above the rest level.
    pub(super) fn rim(&self) -> f32 {
        RIM * self.half_length()
    }
}

/// Height of the deck above the rest level, in half lengths of the pool.
pub(super) const RIM: f32 = 0.05;

/// Collision shape for an eye about a pool; `None` for open water.
pub(super) fn ground_of(surface: &Surface) -> Option<Ground> {
    let Surface::Bounded(pool) = surface else {
        return None;
    };
    let half = half_extents(pool.field.size);
    let rim = RIM * half.max_element();
    Some(Ground {
        half,
        floor: -pool.depth as f32,
        rim,
        outside: rim,
        hedge: None,
    })
}

/// A pool, the eye and the size of the image.
pub(super) struct SceneShape<'a> {
    pub(super) pool: PoolShape,
    pub(super) eye: &'a Eye,
    pub(super) size: (usize, usize),
    /// The obstacles in the pool.
    pub(super) walls: &'a Walls,
    /// Height of the obstacles above the rest level, metres.
    pub(super) wall_height: f32,
    /// Whether land covers the floor.
    pub(super) has_land: bool,
}

impl SceneShape<'_> {
    /// The number of inner faces: four walls, and the floor.
    fn faces(&self) -> usize {
        if self.has_land { 4 } else { 5 }
    }
}

/// Direction toward the sun of the panorama, a unit vector up to rounding.
pub(super) const SUN: Vec3 = Vec3::new(0.449, 0.696, 0.561);

/// Direction toward the sun after refraction at a level surface.
pub(super) fn sun() -> Vec3 {
    let above = SUN.normalize();
    let level = Vec2::new(above.x, above.z) / INDEX;
    Vec3::new(level.x, (1.0 - level.length_squared()).sqrt(), level.y)
}

/// The programs of the surroundings, each compiled on first use.
#[derive(Default)]
struct Programs {
    backdrop: OnceCell<Program>,
    deck: OnceCell<Program>,
    wall: OnceCell<Program>,
    /// Floor and walls under water, without and with obstacles.
    under_water: [OnceCell<Program>; 2],
    seen: OnceCell<Program>,
    gathering: OnceCell<HeightProgram>,
    walls: masonry::Programs,
}

impl Programs {
    fn backdrop(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.backdrop, || {
            shader::program(gl, "backdrop", &[], SCREEN, BACKDROP)
        })
    }

    fn deck(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.deck, || {
            shader::program(gl, "deck", &["DECK"], FACES, DECK_STONE)
        })
    }

    fn wall(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.wall, || {
            shader::program(gl, "wall", &["ABOVE_WATER"], FACES, TILED)
        })
    }

    fn under_water(&self, gl: &Gl, walled: bool) -> Result<&Program, GlError> {
        compiled(&self.under_water[usize::from(walled)], || {
            let defines = ["UP_TO_RIM", if walled { "WALLS" } else { "" }];
            shader::program(gl, "under water", &defines, FACES, TILED)
        })
    }

    fn seen(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.seen, || shader::program(gl, "seen", &[], FACES, SEEN))
    }

    fn gathering(&self) -> &HeightProgram {
        self.gathering.get_or_init(|| {
            HeightProgram::new("light", SCREEN, glsl!("classic/caustics.frag"), &[], &[])
        })
    }
}

/// The surroundings of a pool.
pub(super) struct Basin {
    programs: Rc<Programs>,
    light: Option<Target>,
    behind: Option<Target>,
    /// The state of the caustics map: revision of the surface, revision of the obstacles, shape of the pool, strength of the focusing.
    lit: Option<(u64, u64, PoolShape, f32)>,
    shade: Shade,
}

impl Basin {
    pub(super) fn new() -> Self {
        Self::with(Rc::default())
    }

    /// The surroundings of another pool, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self::with(self.programs.clone())
    }

    fn with(programs: Rc<Programs>) -> Self {
        Self {
            programs,
            light: None,
            behind: None,
            lit: None,
            shade: Shade::default(),
        }
    }

    /// Updates the caustics on the floor for a surface; `revision` identifies the state of the surface. Draws into its own target, so
    /// call it before binding the frame's target.
    pub(super) fn gather_light(
        &mut self,
        gl: &Gl,
        heights: &HeightTexture,
        revision: u64,
        scene: &SceneShape,
        focusing: f32,
    ) -> Result<(), GlError> {
        self.shade.cast(gl, &self.programs.walls, scene)?;
        let shape = scene.pool;
        let wanted = Some((revision, scene.walls.revision(), shape, focusing));
        if self.lit == wanted {
            return Ok(());
        }
        let (columns, rows) = heights.size();
        let shrink = columns.max(rows).div_ceil(LIGHT_SIDE).max(1);
        let size = (columns.div_ceil(shrink), rows.div_ceil(shrink));
        let map = sized(&mut self.light, gl, size, false)?;
        let program = self
            .programs
            .gathering()
            .reading(gl, heights, Some(scene.walls), 1.0)?;
        program.set("u_spacing", shape.spacing);
        program.set("u_depth", shape.depth);
        program.set("u_focusing", focusing);
        let spacing = shape.spacing / shape.half_length();
        // An even number of cells does not see the pattern of single cells that the ripple leaves behind its waves.
        let reach = spacing.to_array().map(|spacing| {
            let pairs = (0.5 * CURVATURE_REACH / spacing).round() as i32;
            2 * pairs.max(1)
        });
        program.set("u_reach", reach);
        map.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.lit = wanted;
        Ok(())
    }

    /// Draws floor and walls without the water into the refraction image, which the water's normals sample. Call it before binding the
    /// frame's target.
    pub(super) fn draw_behind(
        &mut self,
        gl: &Gl,
        scene: &SceneShape,
        materials: &Materials,
    ) -> Result<(), GlError> {
        // At the driver's maximum texture size there is no room for the margin, and the resolution is a little lower.
        let most = gl.capability().max_texture;
        let wider = |pixels: usize| ((pixels as f32 * MARGIN).ceil() as usize).min(most);
        let size = (wider(scene.size.0), wider(scene.size.1));
        let behind = sized(&mut self.behind, gl, size, true)?;
        behind.draw_here();
        gl.clear([HAZE.x, HAZE.y, HAZE.z, 1.0]);
        gl.state(Blend::Off, Depth::Write);
        let walled = scene.walls.are_there();
        let program = self.programs.under_water(gl, walled)?;
        self.set_walled_pool(program, scene, materials);
        let projection = narrow() * scene.eye.view_projection();
        program.set("u_view_projection", projection);
        gl.draw(program, Primitive::Triangles, 6, scene.faces());
        let pool = |program: &Program| self.set_walled_pool(program, scene, materials);
        let programs = &self.programs.walls;
        masonry::draw_behind(gl, programs, scene, materials, pool, projection)
    }

    /// The refraction image and its size, of the frame's.
    pub(super) fn behind(&self) -> Option<(&Texture, f32)> {
        let colour = self.behind.as_ref().and_then(Target::colour);
        colour.map(|colour| (colour, MARGIN))
    }

    /// Draws the sky and all solid surfaces into the current target.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        scene: &SceneShape,
        materials: &Materials,
    ) -> Result<(), GlError> {
        let programs = &self.programs;
        gl.state(Blend::Off, Depth::Write);
        masonry::draw_frame(gl, &programs.walls, scene, materials, |program| {
            self.set_seen(program, scene);
        })?;
        let deck = programs.deck(gl)?;
        set_shape(deck, scene);
        deck.set("u_deck", &materials.deck);
        deck.set("u_eye", scene.eye.position);
        deck.set("u_panorama", &materials.panorama);
        deck.set("u_pixel", scene.eye.pixel_width(scene.size));
        gl.draw(deck, Primitive::Triangles, 6, 4);
        let wall = programs.wall(gl)?;
        self.set_pool(wall, scene, materials);
        gl.draw(wall, Primitive::Triangles, 6, 4);
        if self.behind.is_some() {
            let seen = programs.seen(gl)?;
            set_shape(seen, scene);
            self.set_seen(seen, scene);
            gl.draw(seen, Primitive::Triangles, 6, scene.faces());
        }
        draw_sky(gl, programs.backdrop(gl)?, scene.eye, materials);
        Ok(())
    }

    /// Sets the uniforms of `classic/drawn_basin.frag`.
    fn set_seen(&self, program: &Program, scene: &SceneShape) {
        if let Some((behind, margin)) = self.behind() {
            program.set("u_behind", behind);
            program.set("u_margin", margin);
        }
        let (width, height) = scene.size;
        program.set("u_output", Vec2::new(width as f32, height as f32));
    }

    /// Sets the uniforms of a program under water that knows obstacles if there are any.
    pub(super) fn set_walled_pool(
        &self,
        program: &Program,
        scene: &SceneShape,
        materials: &Materials,
    ) {
        self.set_pool(program, scene, materials);
        if scene.walls.are_there() {
            self.shade.set(program, scene.walls);
        }
    }

    /// Sets the uniforms of `classic/basin.frag` and `classic/basin.vert`.
    pub(super) fn set_pool(&self, program: &Program, scene: &SceneShape, materials: &Materials) {
        program.set("u_tiles", &materials.tiles);
        if let Some(light) = self.light.as_ref().and_then(Target::colour) {
            program.set("u_light", light);
        }
        program.set("u_sun", sun());
        program.set("u_eye", scene.eye.position);
        set_shape(program, scene);
    }
}

/// Draws the sky with a program of [`BACKDROP`]. Drawn last, at the far plane, so that only uncovered pixels are shaded.
pub(super) fn draw_sky(gl: &Gl, backdrop: &Program, eye: &Eye, materials: &Materials) {
    backdrop.set("u_panorama", &materials.panorama);
    let mut turn = eye.view;
    turn.w_axis = Vec4::W;
    backdrop.set("u_unproject", (eye.projection * turn).inverse());
    gl.state(Blend::Off, Depth::Test);
    gl.draw(backdrop, Primitive::Triangles, 3, 1);
}

/// From clip space to that of the refraction image, which is wider than the frame.
pub(super) fn narrow() -> Mat4 {
    Mat4::from_scale(Vec3::new(1.0 / MARGIN, 1.0 / MARGIN, 1.0))
}

/// The target in `slot`, created again if its size differs.
pub(super) fn sized<'a>(
    slot: &'a mut Option<Target>,
    gl: &Gl,
    size: (usize, usize),
    depth: bool,
) -> Result<&'a Target, GlError> {
    let target = match slot.take().filter(|target| target.size() == size) {
        Some(target) => target,
        None => Target::texture(gl, size.0, size.1, depth)?,
    };
    Ok(slot.insert(target))
}

/// Sets the uniforms of `lib/shape.glsl` and the camera.
pub(super) fn set_shape(program: &Program, scene: &SceneShape) {
    program.set("u_half", scene.pool.half);
    program.set("u_depth", scene.pool.depth);
    program.set("u_view_projection", scene.eye.view_projection());
}
