//! Panics of others, made errors: winit and what it builds on panic where a display server goes away or does not do what it
//! should, which is no fault of the program that anybody could mend by reading a backtrace.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

/// Does `work`; should it panic, what the panic said, and nothing on stderr. Whatever `work` was about must not be used or even
/// dropped then: it may be half way through anything.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = panic::take_hook();
    // A backtrace is for developers, who ask for it.
    panic::set_hook(Box::new(|panic| log::debug!("{panic}")));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(before);
    done.map_err(|payload| said(&*payload))
}

/// What a panic said, on one line.
fn said(payload: &(dyn Any + Send)) -> String {
    let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref()) {
        (Some(text), _) => text,
        (None, Some(text)) => String::as_str(text),
        (None, None) => "for no reason that it told",
    };
    text.lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_what_it_said_and_no_more() {
        assert_eq!(caught(|| 7), Ok(7));
        let number = 5;
        let panics: [Box<dyn Fn()>; 3] = [
            Box::new(|| panic!("no such\nthing")),
            Box::new(move || panic!("not {number}")),
            Box::new(|| panic::panic_any(7_u8)),
        ];
        let texts = panics.map(|panics| caught(&*panics).expect_err("it panics"));
        assert_eq!(
            texts,
            ["no such thing", "not 5", "for no reason that it told"]
        );
    }
}
