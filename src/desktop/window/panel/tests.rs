//! The panel laid out without a window, as who hears it gets to know it.

use super::*;
use crate::gl::{ApiChoice, Surfaceless};
use crate::scene::Scene;
use crate::water::MODELS;
use egui::accesskit::{Node, NodeId, Role};
use std::collections::{BTreeSet, HashMap};

/// A context that reports what is laid out.
fn heard_context() -> egui::Context {
    let context = egui::Context::default();
    context.enable_accesskit();
    context
}

fn laid_out(
    context: &egui::Context,
    input: egui::RawInput,
    panel: &mut Panel,
    session: &mut Session,
) -> HashMap<NodeId, Node> {
    let times = Times {
        frames: &FrameTimes::new(),
        pace: &Pace::new(),
        recorded: None,
        keeps_last: false,
        passes: &[],
        clock: "",
    };
    let mut output = context.run_ui(input, |ui| panel.layout(ui, session, &times));
    output.textures_delta.clear();
    let update = output.platform_output.accesskit_update;
    update.expect("it is heard").nodes.into_iter().collect()
}

/// Every word that stands there, with where it does.
fn words_at(nodes: &HashMap<NodeId, Node>) -> Vec<(String, [f64; 4])> {
    let labels = nodes.values().filter(|node| node.role() == Role::Label);
    let words = labels.filter_map(|node| {
        let bounds = node.bounds()?;
        let text = node.value().or(node.label())?.to_owned();
        Some((text, [bounds.x0, bounds.y0, bounds.x1, bounds.y1]))
    });
    words.collect()
}

#[test]
fn a_search_tells_in_which_other_views_and_models_there_is_such_a_setting() {
    let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&gl, Scene::default(), false).expect("a session");
    let mut panel = Panel::new();
    panel.open = true;
    let context = heard_context();
    let mut found = |session: &mut Session, search: &str| {
        panel.search = search.to_owned();
        let mut words = Vec::new();
        for _ in 0..3 {
            let nodes = laid_out(&context, egui::RawInput::default(), &mut panel, session);
            words = words_at(&nodes).into_iter().map(|(text, _)| text).collect();
        }
        words
    };
    session.views.show(2);
    let words = found(&mut session, "colours");
    let has = |words: &[String], start: &str| words.iter().any(|text| text.starts_with(start));
    assert!(has(&words, "Water in 3D: Colours"), "{words:?}");
    assert!(has(&words, "No setting of this water"), "{words:?}");
    // A parameter of a model that is not there.
    let words = found(&mut session, "choppiness");
    assert!(has(&words, "Spectral sea: "), "{words:?}");
    // What is there is not elsewhere.
    session.views.show(0);
    let words = found(&mut session, "colours");
    assert!(!has(&words, "Water in 3D"), "{words:?}");
    assert!(!has(&words, "No setting"), "{words:?}");
    let words = found(&mut session, "nobody has such a word");
    assert!(!has(&words, "Elsewhere"), "{words:?}");
}

#[test]
fn the_help_fits_into_a_window_of_any_width_that_has_room_for_its_words() {
    let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&gl, Scene::default(), false).expect("a session");
    for (width, height) in [
        (280.0, 200.0),
        (320.0, 240.0),
        (640.0, 480.0),
        (1280.0, 720.0),
    ] {
        let mut panel = Panel::new();
        panel.help = true;
        let context = heard_context();
        let mut words = Vec::new();
        for _ in 0..4 {
            let size = egui::vec2(width, height);
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
                ..egui::RawInput::default()
            };
            words = words_at(&laid_out(&context, input, &mut panel, &mut session));
        }
        assert!(
            words.iter().any(|(text, _)| text == "poke the water"),
            "{words:?}"
        );
        for (text, [left, _, right, _]) in &words {
            let inside = *left >= 0.0 && *right <= f64::from(width);
            assert!(inside, "{width}: {text:?} from {left} to {right}");
        }
        // No two of them lie over each other.
        for (index, (text, a)) in words.iter().enumerate() {
            for (other, b) in &words[index + 1..] {
                let meet = |from: usize, to: usize| a[from].max(b[from]) + 0.5 < a[to].min(b[to]);
                assert!(
                    !(meet(0, 2) && meet(1, 3)),
                    "{width}: {text:?} over {other:?}"
                );
            }
        }
    }
}

#[test]
fn a_message_goes_after_its_time_and_the_hint_after_its_own() {
    let mut panel = Panel::new();
    let start = panel.opened;
    panel.say("saved".into());
    let second = Duration::from_secs(1);
    assert!(!panel.drop_ended(start + 4 * second), "both stay");
    assert!(panel.drop_ended(start + 6 * second), "the message goes");
    assert_eq!(panel.next_end(), Some(start + HINT));
    assert!(panel.drop_ended(start + HINT), "the hint goes");
    assert_eq!(panel.next_end(), None);
    assert!(!panel.drop_ended(start + 2 * HINT), "nothing is left");
}

#[test]
fn all_that_can_be_pressed_or_moved_on_the_panel_has_a_name_to_be_heard() {
    let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&gl, Scene::default(), false).expect("a session");
    let mut panel = Panel::new();
    panel.open = true;
    let context = heard_context();
    let mut heard = BTreeSet::new();
    for model in 0..MODELS.len() {
        session.act(Action::Model(model + 1), (640, 480));
        // What is shown first is of a size that is known after a frame.
        for _ in 0..3 {
            let nodes = laid_out(
                &context,
                egui::RawInput::default(),
                &mut panel,
                &mut session,
            );
            let words = |node: &Node| {
                let said = [node.label(), node.value(), node.placeholder()];
                said.into_iter()
                    .flatten()
                    .find(|words| !words.is_empty())
                    .map(str::to_owned)
            };
            for node in nodes.values() {
                if !matches!(
                    node.role(),
                    Role::Button
                        | Role::CheckBox
                        | Role::ComboBox
                        | Role::Slider
                        | Role::SpinButton
                        | Role::TextInput
                ) {
                    continue;
                }
                let beside = node.labelled_by().iter();
                let own = node.label().or(node.placeholder()).map(str::to_owned);
                let name = own.or_else(|| beside.filter_map(|id| words(nodes.get(id)?)).next());
                let name = name.filter(|name| !name.is_empty());
                heard.insert(name.unwrap_or_else(|| panic!("no name: {node:?}")));
            }
        }
    }
    for name in [
        "Damping shift",
        "Depth",
        "Pause",
        "Close",
        "Model",
        "Presets",
        "Search the settings",
    ] {
        assert!(heard.contains(name), "{name} is not among {heard:?}");
    }
}

#[test]
fn that_time_stands_still_is_told_for_as_long_as_it_does() {
    let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&gl, Scene::default(), false).expect("a session");
    let mut panel = Panel::new();
    let context = heard_context();
    let mut says = |session: &mut Session| {
        let nodes = laid_out(&context, egui::RawInput::default(), &mut panel, session);
        words_at(&nodes).iter().any(|(text, _)| text == "Paused")
    };
    assert!(!says(&mut session));
    session.act(Action::TogglePause, (640, 480));
    // However long ago it was said.
    assert!(says(&mut session));
    session.act(Action::TogglePause, (640, 480));
    assert!(!says(&mut session));
}

#[test]
fn the_time_of_day_and_the_water_come_first_and_no_sky_is_offered_where_none_is_seen() {
    let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&gl, Scene::default(), false).expect("a session");
    let mut panel = Panel::new();
    panel.open = true;
    let context = heard_context();
    let mut top_of = |session: &mut Session, title: &str| {
        let mut nodes = HashMap::new();
        for _ in 0..3 {
            nodes = laid_out(&context, egui::RawInput::default(), &mut panel, session);
        }
        let named = |node: &&Node| [node.label(), node.value()].contains(&Some(title));
        let tops = nodes.values().filter(named);
        tops.filter_map(|node| Some(node.bounds()?.y0))
            .reduce(f64::min)
    };
    let is_lit = |index: &usize| crate::view::VIEWS[*index].has_sky;
    let lit = (0..crate::view::VIEWS.len()).find(is_lit).expect("a view");
    session.views.show(lit);
    let titles = ["Time of day", "Water", "Camera", "View", "Brush", "Rain"];
    let tops = titles.map(|title| {
        let top = top_of(&mut session, title);
        top.unwrap_or_else(|| panic!("no {title}"))
    });
    assert!(tops.is_sorted(), "{tops:?}");
    session.views.show(0);
    assert_eq!(top_of(&mut session, "Time of day"), None);
}
