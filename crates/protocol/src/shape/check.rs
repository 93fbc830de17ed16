//! Comparison of a value with a shape.

use serde_json::{Map, Number, Value};
use uuid::Uuid;

use super::{Fault, Fields, Path, Shape, Shapes, moment};

/// Numbers with more digits are too large for a message that lists bounds.
const LISTED: i128 = u32::MAX as i128;

impl Shapes {
    /// Compares a value with a shape. Times become numbers.
    pub(super) fn check(&self, shape: &Shape, value: &mut Value, path: &mut Path) -> Result<(), Fault> {
        match (shape, &mut *value) {
            (Shape::Anything, _)
            | (Shape::Null, Value::Null)
            | (Shape::Flag, Value::Bool(_))
            | (Shape::Text, Value::String(_)) => Ok(()),
            (Shape::Named(name), _) => match self.0.get(name) {
                Some(shape) => self.check(shape, value, path),
                None => Ok(()),
            },
            (&Shape::Integer { min, max }, Value::Number(number)) => check_integer(number, min, max, path),
            (Shape::Moment, Value::Number(number)) => {
                check_integer(number, i64::MIN.into(), i64::MAX.into(), path)
            }
            (Shape::Moment, Value::String(text)) => {
                let at = moment::from_text(text)
                    .ok_or_else(|| Fault::form(path, format!("must be {}", moment::FORMS)))?;
                *value = at.into();
                Ok(())
            }
            (&Shape::Number { min, max }, Value::Number(number)) => {
                let fits = number.as_f64().is_some_and(|number| (min..=max).contains(&number));
                fits.then_some(())
                    .ok_or_else(|| Fault::bounds(path, format!("must be a number from {min} to {max}")))
            }
            (Shape::Id, Value::String(text)) => match Uuid::try_parse(text) {
                Ok(_) => Ok(()),
                Err(_) => Err(Fault::form(path, "must be an id (a UUID)")),
            },
            (Shape::Words(words), Value::String(word)) if words.contains(&*word) => Ok(()),
            (Shape::Words(words), Value::String(word)) => Err(Fault::word(path, word, words.iter())),
            (Shape::List(items), Value::Array(values)) => {
                for (index, value) in values.iter_mut().enumerate() {
                    path.enter_item(index);
                    self.check(items, value, path)?;
                    path.leave();
                }
                Ok(())
            }
            (Shape::Object(fields), Value::Object(sent)) => self.check_fields(fields, sent, path),
            (Shape::Tagged { tag, variants }, Value::Object(_)) => {
                self.check_tagged(tag, variants, value, path)
            }
            (Shape::Either(forms), _) => self.check_either(forms, value, path),
            _ => Err(Fault::form(path, format!("must be {}, not {}", self.wanted(shape, path), kind(value)))),
        }
    }

    fn check_fields(
        &self,
        fields: &Fields,
        sent: &mut Map<String, Value>,
        path: &mut Path,
    ) -> Result<(), Fault> {
        for (name, value) in sent.iter_mut() {
            let shape = fields.known.get(name).map(|field| &field.shape).or(fields.others.as_deref());
            let shape = shape.ok_or_else(|| Fault::unknown(path, name, fields.known.keys()))?;
            path.enter(name);
            self.check(shape, value, path)?;
            path.leave();
        }
        let missing =
            fields.known.iter().find(|(name, field)| field.is_required && !sent.contains_key(*name));
        missing.map_or(Ok(()), |(name, _)| Err(Fault::missing(path, name)))
    }

    fn check_tagged(
        &self,
        tag: &str,
        variants: &[(String, Shape)],
        whole: &mut Value,
        path: &mut Path,
    ) -> Result<(), Fault> {
        let value = whole.get(tag).ok_or_else(|| Fault::missing(path, tag))?;
        let variant = value.as_str().and_then(|word| variants.iter().find(|(name, _)| name == word));
        if let Some((_, variant)) = variant {
            return self.check(variant, whole, path);
        }
        let kind = kind(value);
        path.enter(tag);
        Err(match value.as_str() {
            Some(word) => Fault::word(path, word, variants.iter().map(|(name, _)| name)),
            None => Fault::form(path, format!("must be a text, not {kind}")),
        })
    }

    /// A value without a tag must have one of the forms. If only one form is an alternative to `null`, its fault is the most helpful.
    fn check_either(&self, forms: &[Shape], value: &mut Value, path: &mut Path) -> Result<(), Fault> {
        let mut has_form = |form: &Shape| self.check(form, value, &mut path.clone()).is_ok();
        if forms.iter().any(&mut has_form) {
            return Ok(());
        }
        let mut others = forms.iter().filter(|form| !matches!(form, Shape::Null));
        match (others.next(), others.next()) {
            (Some(only), None) => self.check(only, value, path),
            _ => Err(Fault::form(path, "has none of the described forms")),
        }
    }

    /// Describes the values of a shape.
    fn wanted(&self, shape: &Shape, path: &Path) -> String {
        match shape {
            &Shape::Integer { min, max } => range(min, max, path),
            Shape::Number { .. } => "a number".to_owned(),
            Shape::Flag => "`true` or `false`".to_owned(),
            Shape::Moment => moment::FORMS.to_owned(),
            Shape::Null => "`null`".to_owned(),
            Shape::List(_) => "a list".to_owned(),
            Shape::Id => "an id (a UUID)".to_owned(),
            Shape::Text | Shape::Words(_) => "a text".to_owned(),
            Shape::Object(_) | Shape::Tagged { .. } => "an object".to_owned(),
            Shape::Named(name) => {
                self.0.get(name).map_or_else(|| "something else".to_owned(), |shape| self.wanted(shape, path))
            }
            Shape::Either(_) | Shape::Anything => "something else".to_owned(),
        }
    }
}

fn check_integer(number: &Number, min: i128, max: i128, path: &Path) -> Result<(), Fault> {
    let wanted = range(min, max, path);
    let wrong = |why: &str| Fault::bounds(path, format!("must be {wanted}, and {number} is {why}"));
    let Some(integer) = number.as_i128() else {
        let float = number.as_f64().unwrap_or_default();
        return Err(match float {
            float if float.fract() != 0.0 => {
                Fault::form(path, format!("must be {wanted}, not a number with a fraction"))
            }
            float if float < 0.0 => wrong("too small"),
            _ => wrong("too large"),
        });
    };
    match integer {
        integer if integer < min => Err(wrong("too small")),
        integer if integer > max => Err(wrong("too large")),
        _ => Ok(()),
    }
}

/// Describes the whole numbers within bounds. The name of a field has its unit.
fn range(min: i128, max: i128, path: &Path) -> String {
    let unit = match path.field() {
        Some(name) if name.ends_with("_ms") => " of milliseconds",
        Some(name) if name.ends_with("_s") => " of seconds",
        _ => "",
    };
    match (min, max) {
        (min, max) if max <= LISTED || min > 0 => {
            format!("a whole number{unit} from {min} to {max}")
        }
        (0, _) => format!("a whole number{unit} of at least 0"),
        _ => format!("a whole number{unit}"),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "`null`",
        Value::Bool(_) => "`true` or `false`",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
