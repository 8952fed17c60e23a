//! Strings for files and DTOs: a tile is its notation, a wind its id, a ruleset a map from rule to value; a rule that the map
//! leaves out has its default.

use crate::{Ruleset, Tile, Wind, parse_tile};
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse_tile(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Wind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.values();
        let mut map = serializer.serialize_map(Some(values.len()))?;
        for (name, value) in values {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut ruleset = Ruleset::default();
        for (name, value) in BTreeMap::<String, String>::deserialize(deserializer)? {
            ruleset.set(&name, &value).map_err(D::Error::custom)?;
        }
        Ok(ruleset)
    }
}
