//! Conversion of a value to the type of its key, with error messages.

use crate::parameter::{Parameter, ParameterError, Range, Value};
use crate::pool::Fraction;
use crate::scene::SceneError;
use crate::scene::tree::{Content, Node};

impl Node {
    pub(super) fn wrong(&self, key: &str, wanted: &str) -> SceneError {
        let key = if key.is_empty() { "a scene" } else { key };
        self.origin.error(format_args!(
            "`{key}` expects {wanted}, not {}",
            self.content
        ))
    }

    pub(super) fn text(&self, key: &str, wanted: &str) -> Result<String, SceneError> {
        match &self.content {
            Content::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong(key, wanted)),
        }
    }

    pub(super) fn real(&self, key: &str, wanted: &str) -> Result<f64, SceneError> {
        match self.content {
            Content::Integer(number) => Ok(number as f64),
            Content::Real(number) => Ok(number),
            _ => Err(self.wrong(key, wanted)),
        }
    }

    pub(super) fn list<const N: usize>(
        &self,
        key: &str,
        wanted: &str,
    ) -> Result<&[Self; N], SceneError> {
        match &self.content {
            Content::List(nodes) => nodes[..].try_into().map_err(|_| self.wrong(key, wanted)),
            _ => Err(self.wrong(key, wanted)),
        }
    }

    /// A place in the pool.
    pub(super) fn place(&self, key: &str) -> Result<Fraction, SceneError> {
        let wanted = "two numbers from 0 to 1, fractions of the pool, as in [0.5, 0.25]";
        let [u, v] = self.list(key, wanted)?;
        let (u, v) = (u.real(key, wanted)?, v.real(key, wanted)?);
        Fraction::new(u, v).map_err(|error| self.origin.error(format_args!("`{key}`: {error}")))
    }

    /// The value for `parameter`: of the right type and within the range.
    pub(super) fn value(&self, parameter: &Parameter) -> Result<Value, SceneError> {
        let error = |error: ParameterError| self.origin.error(error);
        let value = match (&parameter.range, &self.content) {
            (Range::Choice { .. }, Content::Text(name)) => parameter.option(name).map_err(error)?,
            (Range::Integer { .. } | Range::Real { .. }, Content::Integer(number)) => {
                Value::Integer(*number)
            }
            (Range::Real { .. }, Content::Real(number)) => Value::Real(*number),
            (Range::Switch { .. }, Content::Switch(on)) => Value::Switch(*on),
            _ => return Err(self.wrong(parameter.key, &parameter.range.to_string())),
        };
        parameter.check(value).map_err(error)
    }
}
