//! Gives a scene's text new values, and leaves its comments, its order and the way its numbers are written.

use toml_edit::{Item, Table, TableLike, Value};

/// Gives `table` the values of `all` for the keys that it has, and those keys of `new` that it lacks; other keys go.
pub(super) fn edit(table: &mut dyn TableLike, new: &dyn TableLike, all: &dyn TableLike) {
    let keys: Vec<_> = table.iter().map(|(key, _)| key.to_owned()).collect();
    for key in keys.iter().filter(|key| !all.contains_key(key)) {
        table.remove(key);
    }
    let empty = Table::new();
    for (key, item) in all.iter() {
        match (table.get_mut(key), item, new.get(key)) {
            (None, _, None) => {}
            (None, _, Some(new)) => {
                table.insert(key, new.clone());
            }
            (Some(Item::Value(old)), Item::Value(value), _) => {
                if !is_same(old, value) {
                    let decor = old.decor().clone();
                    *old = value.clone();
                    *old.decor_mut() = decor;
                }
            }
            (Some(Item::ArrayOfTables(old)), Item::ArrayOfTables(all), Some(new)) => {
                let new = new.as_array_of_tables();
                let both = all.iter().zip(new.into_iter().flatten());
                for (index, (all, new)) in both.enumerate() {
                    match old.get_mut(index) {
                        Some(old) => edit(old, new, all),
                        None => old.push(new.clone()),
                    }
                }
                while old.len() > all.len() {
                    old.remove(old.len() - 1);
                }
            }
            (Some(old), item, new) => match (old.as_table_like_mut(), item.as_table()) {
                (Some(old), Some(all)) => {
                    edit(
                        old,
                        new.and_then(Item::as_table_like).unwrap_or(&empty),
                        all,
                    );
                }
                _ => *old = new.unwrap_or(item).clone(),
            },
        }
    }
}

/// Whether two values read the same, however they are written.
fn is_same(one: &Value, other: &Value) -> bool {
    let number = |value: &Value| value.as_float().or(value.as_integer().map(|n| n as f64));
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b))
        }
        (Value::InlineTable(one), Value::InlineTable(other)) => {
            let is_in =
                |(key, value): (&str, &Value)| one.get(key).is_some_and(|a| is_same(a, value));
            one.len() == other.len() && other.iter().all(is_in)
        }
        _ => match (number(one), number(other)) {
            (Some(one), Some(other)) => one == other,
            _ => {
                one.as_str()
                    .zip(other.as_str())
                    .is_some_and(|(a, b)| a == b)
                    || one
                        .as_bool()
                        .zip(other.as_bool())
                        .is_some_and(|(a, b)| a == b)
            }
        },
    }
}
