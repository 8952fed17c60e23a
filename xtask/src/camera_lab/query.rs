//! Which lines of `suzume camera watch --json` are meant: `camera state=failed code~lost format.width>=1280`.

use serde_json::Value;

/// The `event` of a line, and what its fields must be.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    event: String,
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq)]
struct Term {
    /// Names with dots between them, from the outside in.
    field: String,
    relation: Relation,
    value: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    /// `field=value`
    Is,
    /// `field!=value`
    IsNot,
    /// `field~value`: a list that has it, or a text that holds it.
    Has,
    /// `field>=number`
    AtLeast,
    /// `field<=number`
    AtMost,
}

/// Longer signs first: `!=` ends in `=`.
const SIGNS: &[(&str, Relation)] = &[
    ("!=", Relation::IsNot),
    (">=", Relation::AtLeast),
    ("<=", Relation::AtMost),
    ("~", Relation::Has),
    ("=", Relation::Is),
];

impl Query {
    /// Reads a query.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let event = words.next().ok_or("a query begins with the event")?.to_owned();
        let term = |word: &str| {
            let (sign, relation) = SIGNS.iter().find(|(sign, _)| word.contains(sign))?;
            let (field, value) = word.split_once(sign)?;
            Some(Term { field: field.to_owned(), relation: *relation, value: value.to_owned() })
        };
        let terms = words.map(|word| term(word).ok_or_else(|| format!("`{word}` is no FIELD=VALUE")));
        Ok(Self { event, terms: terms.collect::<Result<_, _>>()? })
    }

    /// Whether this line is meant.
    pub fn meets(&self, line: &Value) -> bool {
        line["event"] == self.event.as_str() && self.terms.iter().all(|term| term.meets(line))
    }
}

impl Term {
    fn meets(&self, line: &Value) -> bool {
        let found = self.field.split('.').fold(line, |value, name| &value[name]);
        let number = || Some((found.as_f64()?, self.value.parse::<f64>().ok()?));
        match self.relation {
            Relation::Is => is(found, &self.value),
            Relation::IsNot => !is(found, &self.value),
            Relation::AtLeast => number().is_some_and(|(found, least)| found >= least),
            Relation::AtMost => number().is_some_and(|(found, most)| found <= most),
            Relation::Has => match found {
                Value::Array(all) => all.iter().any(|one| is(one, &self.value)),
                Value::String(text) => text.contains(&self.value),
                _ => false,
            },
        }
    }
}

fn is(found: &Value, wanted: &str) -> bool {
    match found {
        Value::String(text) => text == wanted,
        other => other.to_string().as_str() == wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_is_met_by_its_event_and_all_terms() {
        let line =
            json!({"event": "camera", "state": "running", "format": {"width": 1280}, "hindrances": ["too_dark"]});
        let meets = |text: &str| Query::parse(text).unwrap().meets(&line);
        assert!(meets("camera"));
        assert!(meets("camera state=running format.width>=1280 hindrances~too_dark"));
        assert!(meets("camera format.width=1280 format.width<=1280 state!=failed state~run"));
        assert!(!meets("frames state=running"));
        assert!(!meets("camera state=running format.width>=1281"));
        assert!(!meets("camera hindrances~camera_lost"));
        assert!(!meets("camera nothing=here"));
        assert!(!meets("camera state!=running"));
    }

    #[test]
    fn what_is_no_query_is_refused() {
        assert!(Query::parse("").is_err());
        assert!(Query::parse("camera running").is_err());
    }
}
