//! The frame loop allocates nothing: every model, disturbed by rain and pokes, is stepped and drawn in the mesh view, and one model of each
//! kind in every view, without a call of Rust's allocator, once these views have been drawn.
//!
//! Not covered: memory of the driver; pools so large that several threads step them, and caustics so fine that
//! several threads compute them, whose queue may grow;
//! and the glint look, for which models that store no velocity allocate a grid of it for each surface.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use waterlab::desktop::Offscreen;
use waterlab::gl::ApiChoice;
use waterlab::parameter::{Settings, Value};
use waterlab::pool::{Disturbance, Fraction, Obstacle};
use waterlab::scene::{Edit, Scene, Simulation};
use waterlab::sea::KINDS;
use waterlab::session::{FlyCamera, ViewSet, WaterView};
use waterlab::water::{MODELS, Model};

/// The system's allocator, which counts the calls of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends may allocate after its counter is gone.
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call goes to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The number of allocations of this thread while `work` runs.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Steps and draws a model with rain and pokes, in every look or in one.
fn check(model: &Model, in_every_look: bool) {
    let edits = [
        format!("water.model={:?}", model.name),
        "water.size=[100, 75]".into(),
        "drop.0.at=[0.4, 0.5]".into(),
        "rain.drops_per_second=100".into(),
        "view.caustics=256".into(),
    ];
    let land = model.ground.then(|| "water.bed=beach".to_owned());
    let edits = edits.into_iter().chain(land);
    let edits: Vec<_> = edits
        .map(|edit| Edit::parse(&edit).expect("an edit"))
        .collect();
    let scene = Scene::from_edits(&edits).expect("a scene");
    let mut simulation = Simulation::new(&scene);
    simulation.build_wall(&Obstacle::Disc {
        at: Fraction::clamped(0.8, 0.8),
        radius: 6.0,
    });
    let size = (96, 64);
    let mut stage = Offscreen::open(size, 4, ApiChoice::Core)
        .unwrap_or_else(|error| panic!("this test needs a core context: {error}"));
    let debug = stage.gl().debug().clone();
    let mut view_set = ViewSet::of_scene(Some(stage.gl()), &scene).expect("views");
    let mut camera = FlyCamera::new(FlyCamera::EYE, glam::Vec3::ZERO, FlyCamera::FOV);
    let mut frame = |view: usize, (key, value): (&str, Value)| {
        simulation.advance();
        simulation.poke(&Disturbance::stroke(
            Fraction::clamped(0.2, 0.3),
            Fraction::clamped(0.6, 0.4),
            3.0,
            40.0,
        ));
        camera.dolly(0.01);
        view_set.show(view);
        let settings = view_set.view_mut().settings_mut();
        settings.set(key, value).expect("a parameter");
        let eye = camera.eye(1.5);
        stage
            .draw(&mut view_set, &WaterView::of(&simulation), &eye)
            .expect("drawn");
        stage.read();
        assert!(!simulation.water().is_calm(), "the water moves");
    };
    let every_look = [
        (0, ("wireframe", Value::Switch(false))),
        (0, ("colours", Value::Choice(1))),
        (0, ("colours", Value::Choice(2))),
        (0, ("colours", Value::Choice(7))),
        (0, ("colours", Value::Choice(0))),
        (0, ("background", Value::Choice(1))),
        (0, ("wireframe", Value::Switch(true))),
        (0, ("wireframe", Value::Switch(false))),
        (0, ("background", Value::Choice(0))),
        (1, ("look", Value::Choice(0))),
        (1, ("look", Value::Choice(1))),
        (1, ("look", Value::Choice(2))),
        (1, ("look", Value::Choice(4))),
        (2, ("exposure", Value::Real(0.0))),
        (2, ("exposure", Value::Real(1.0))),
    ];
    let looks = match in_every_look {
        true => &every_look[..],
        // Several frames: a sea still allocates in its second.
        false => &[every_look[0]; 3],
    };
    let mut frames = |times| {
        for (view, setting) in [looks; 2].iter().copied().flatten().take(times) {
            frame(*view, *setting);
        }
    };
    // The first frames compile shaders and make targets.
    assert!(
        allocations(|| frames(looks.len())) > 0,
        "the counter counts"
    );
    let again = allocations(|| frames(2 * looks.len()));
    assert_eq!(again, 0, "{}", model.name);
    assert!(debug.is_listening());
    assert_eq!(debug.complaints(), 0, "the driver complained");
}

#[test]
fn the_frame_loop_allocates_nothing() {
    // A view draws the surface that it is given, whatever the model: a pool without ground, one with ground and a sea cover every look.
    let mut kinds = vec![(false, false), (true, false), (false, true)];
    for model in MODELS {
        let kind = (model.ground, model.is_open());
        let is_first = kinds.contains(&kind);
        kinds.retain(|&other| other != kind);
        check(model, is_first);
    }
    assert!(kinds.is_empty(), "no model is one of {kinds:?}");
}

#[test]
fn drops_in_the_air_allocate_nothing() {
    let edits = [
        "water.model=\"wave\"",
        "water.size=[64, 64]",
        "view.kind=\"lit\"",
        "view.caustics=256",
        "body=[{shape=\"ball\", at=[0, 0.3, 0], velocity=[0, -5, 0]}]",
    ];
    let edits = edits.map(|edit| Edit::parse(edit).expect("an edit"));
    let scene = Scene::from_edits(&edits).expect("a scene");
    let mut simulation = Simulation::new(&scene);
    let mut stage = Offscreen::open((96, 64), 4, ApiChoice::Core)
        .unwrap_or_else(|error| panic!("this test needs a core context: {error}"));
    let mut view_set = ViewSet::of_scene(Some(stage.gl()), &scene).expect("views");
    let camera = FlyCamera::new(FlyCamera::EYE, glam::Vec3::ZERO, FlyCamera::FOV);
    simulation.advance_by(8);
    // The bodies themselves do allocate.
    simulation.clear_bodies();
    let mut frames = || {
        for _ in 0..4 {
            simulation.advance();
            stage
                .draw(&mut view_set, &WaterView::of(&simulation), &camera.eye(1.5))
                .expect("drawn");
            stage.read();
            assert!(simulation.bodies(false).spray().drops().len() > 50);
        }
    };
    assert!(allocations(&mut frames) > 0, "the counter counts");
    assert_eq!(allocations(&mut frames), 0);
}

#[test]
fn a_frame_of_a_sea_allocates_nothing() {
    // The second is large enough for threads.
    for (size, count) in [((100, 75), 300), ((512, 257), 20)] {
        for kind in KINDS {
            let mut settings = Settings::new(kind.parameters);
            settings
                .set("foam_decay", Value::Real(0.3))
                .expect("a value");
            if kind.name == "sea" {
                let values = [
                    ("cascades", Value::Integer(2)),
                    ("foam_threshold", Value::Real(0.9)),
                ];
                for (key, value) in values {
                    settings.set(key, value).expect("a value");
                }
            }
            let sea = kind.create(&settings, size.0, size.1).expect("a sea");
            // On a thread of the pool, whose queue has its memory; the queue of calls from outside grows.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2);
            pool.build().expect("threads").install(|| {
                let mut state = sea.new_state();
                let mut frames = |first: u32| {
                    // Several epochs of foam.
                    for frame in first..first + count {
                        sea.compute_with_foam(f64::from(frame) / 60.0, &mut state);
                    }
                    sea.compute(1000.0, &mut state);
                    sea.compute_height(1001.0, &mut state);
                    sea.compute_with_foam(-1000.0, &mut state);
                };
                assert!(allocations(|| frames(0)) > 0, "the counter counts");
                assert_eq!(allocations(|| frames(count)), 0, "{} {size:?}", kind.name);
            });
        }
    }
}
