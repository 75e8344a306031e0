//! The time of day in a session: its hour, and time-lapse.

use super::{SIZE, notice, session};
use waterlab::parameter::Value;
use waterlab::session::{Action, Fly, Session};

#[test]
fn a_first_change_of_the_hour_does_not_make_a_sun_set_by_angles_jump() {
    let sky = ["sky.elevation=16", "sky.azimuth=-155"];
    let mut session = session(&sky);
    let before = session.sky().sun().direction();
    let mut settings = session.sky().settings.clone();
    let hour = settings.real("hour");
    settings
        .set("hour", Value::Real(hour + 0.01))
        .expect("an hour");
    session.set_sky_settings(settings);
    let apart = session.sky().sun().direction().angle_between(before);
    assert!(apart.to_degrees() < 0.5, "{apart}");
}

/// Hours from the start of a session's sky to now.
fn hours_since(session: &Session, hour: f64, day: f64) -> f64 {
    let settings = &session.sky().settings;
    24.0 * (settings.real("day") - day) + settings.real("hour") - hour
}

#[test]
fn a_time_lapse_runs_to_the_next_dawn_in_forty_seconds() {
    let mut session = session(&["view.kind=lit", "sky.hour=17.0"]);
    assert!(!session.advance(0.0, Fly::default()));
    assert_eq!(
        notice(&mut session, Action::TimeLapse),
        "Time-lapse to the next dawn"
    );
    let mut last = 0.0;
    for frame in 1..=800 {
        assert!(session.is_in_time_lapse(), "{frame}");
        assert!(!session.is_idle(Fly::default()));
        assert!(session.advance(0.05, Fly::default()), "{frame}");
        let hours = hours_since(&session, 17.0, 172.0);
        // At most 1.2 hours a second, and never at rest.
        assert!(
            (last + 0.002..last + 0.06).contains(&hours),
            "{frame}: {last} {hours}"
        );
        last = hours;
        if !session.is_in_time_lapse() {
            assert!(frame > 790, "{frame}");
            break;
        }
    }
    session.advance(0.25, Fly::default());
    assert!(!session.is_in_time_lapse());
    let sun = session.sky().sun();
    assert!(
        (3.5..5.0).contains(&sun.elevation) && sun.azimuth < 180.0,
        "{sun}"
    );
    assert_eq!(session.sky().settings.real("day"), 173.0);
}

#[test]
fn a_time_lapse_rests_in_a_pause_and_ends_with_its_key_another_hour_or_a_restart() {
    let mut session = session(&["view.kind=lit", "sky.hour=17.0"]);
    session.act(Action::TimeLapse, SIZE);
    session.act(Action::TogglePause, SIZE);
    assert!(!session.advance(0.2, Fly::default()));
    assert!(session.is_idle(Fly::default()));
    assert_eq!(hours_since(&session, 17.0, 172.0), 0.0);
    session.act(Action::TogglePause, SIZE);
    session.advance(0.2, Fly::default());
    let then = hours_since(&session, 17.0, 172.0);
    assert!(then > 0.0);
    assert_eq!(
        notice(&mut session, Action::TimeLapse),
        "Time-lapse stopped"
    );
    session.advance(0.2, Fly::default());
    assert_eq!(hours_since(&session, 17.0, 172.0), then);
    session.act(Action::TimeLapse, SIZE);
    let mut settings = session.sky().settings.clone();
    settings.set("clouds", Value::Real(0.6)).expect("a sky");
    session.set_sky_settings(settings.clone());
    assert!(session.is_in_time_lapse(), "clouds are no time");
    settings.set("hour", Value::Real(9.0)).expect("a sky");
    session.set_sky_settings(settings);
    assert!(!session.is_in_time_lapse());
    session.act(Action::TimeLapse, SIZE);
    session.act(Action::Restart, SIZE);
    assert!(!session.is_in_time_lapse());
    assert_eq!(hours_since(&session, 17.0, 172.0), 0.0);
}

#[test]
fn undo_takes_back_changes_and_not_the_time() {
    let mut session = session(&["view.kind=lit", "sky.hour=17.0"]);
    let mut settings = session.sky().settings.clone();
    settings.set("clouds", Value::Real(0.6)).expect("a sky");
    session.set_sky_settings(settings);
    session.checkpoint();
    session.act(Action::TimeLapse, SIZE);
    session.advance(0.2, Fly::default());
    session.checkpoint();
    let passed = hours_since(&session, 17.0, 172.0);
    assert_eq!(notice(&mut session, Action::Undo), "Undone: the sky");
    assert_eq!(session.sky().settings.real("clouds"), 0.2);
    assert!((hours_since(&session, 17.0, 172.0) - passed).abs() < 1e-9);
    assert_eq!(notice(&mut session, Action::Undo), "Nothing to undo");
}

#[test]
fn a_view_without_a_sky_has_no_time_lapse() {
    let mut session = session(&["view.kind=picture", "sky.hours_per_second=1.0"]);
    let refused = notice(&mut session, Action::TimeLapse);
    assert!(refused.contains("takes the lit view"), "{refused}");
    session.advance(0.2, Fly::default());
    assert!(!session.is_in_time_lapse());
    assert_eq!(hours_since(&session, 14.0, 172.0), 0.0);
}

#[test]
fn hours_pass_at_the_rate_of_the_scene() {
    let mut session = session(&["view.kind=lit", "sky.hours_per_second=0.5"]);
    for _ in 0..10 {
        assert!(session.advance(0.2, Fly::default()));
    }
    assert!((hours_since(&session, 14.0, 172.0) - 1.0).abs() < 1e-6);
}
