//! `Choice`: an enum as the value of a [`Range::Choice`](super::Range::Choice) parameter.

/// An enum whose values scene files can name. Its first value is option 0, and so on: a value `as usize` is its option.
///
/// ```
/// use waterlab_core::light::Look;
/// use waterlab_core::parameter::Choice;
///
/// assert_eq!(Look::NAMES[Look::Glint as usize], "glint");
/// assert_eq!(Look::ALL[Look::Glint as usize], Look::Glint);
/// ```
pub trait Choice: Copy + PartialEq + std::fmt::Debug + 'static {
    /// Every value, in the order of its declaration.
    const ALL: &'static [Self];
    /// Their names in scene files, in the same order.
    const NAMES: &'static [&'static str];
}

/// The display title of an option called `name`: names of people and models as the field writes them, others capitalised.
pub fn title_of(name: &str) -> String {
    match name {
        "jonswap" => "JONSWAP".to_owned(),
        "tma" => "TMA".to_owned(),
        "cos2" => "cos²".to_owned(),
        "cos6" => "cos⁶".to_owned(),
        "IB" | "II" | "III" | "1C" | "3C" | "5C" => format!("Jerlov {name}"),
        _ => {
            let mut letters = name.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        }
    }
}

/// Declares the names of all values of an enum, in the order of its declaration.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Side {
///     Near,
///     Far,
/// }
/// waterlab_core::choices!(Side: Near = "near", Far = "far");
/// ```
#[macro_export]
macro_rules! choices {
    ($of:ident: $($value:ident = $name:literal),+ $(,)?) => {
        impl $crate::parameter::Choice for $of {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            const NAMES: &'static [&'static str] = &[$($name),+];
        }
        // The order must be that of the declaration.
        const _: () = {
            let mut option = 0;
            $(
                assert!($of::$value as usize == option);
                option += 1;
            )+
            let _ = option;
            // An exhaustive match, so that no value is omitted.
            const fn named(value: $of) {
                match value {
                    $($of::$value => {})+
                }
            }
            named($crate::parameter::first(<$of as $crate::parameter::Choice>::ALL));
        };
    };
}
/// The first of a non-empty list of values.
#[doc(hidden)]
pub const fn first<C: Choice>(all: &[C]) -> C {
    all[0]
}
