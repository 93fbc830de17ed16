//! Serde for values of the rules: rooms send them to other servers. The crate of the rules has no dependencies.

/// A position with its mode, which its text does not contain: `two wwwww/… b 0,0 0 0`.
pub(super) mod position {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use sumito_rules::{Mode, Position};

    pub(crate) fn serialize<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} {position}", position.mode()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (mode, position) = text.split_once(' ').ok_or_else(|| de::Error::missing_field("mode"))?;
        let mode: Mode = mode.parse().map_err(de::Error::custom)?;
        Position::parse(mode, position).map_err(de::Error::custom)
    }
}

/// The letter of a colour, if there is a colour.
pub(super) mod color {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use sumito_rules::Color;

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde wants this type")]
    pub(crate) fn serialize<S: Serializer>(color: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
        color.map(Color::letter).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
        let letter = Option::<char>::deserialize(deserializer)?;
        let known = |letter| Color::from_letter(letter).ok_or_else(|| de::Error::custom("no such colour"));
        letter.map(known).transpose()
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use sumito_rules::{Color, Mode, Position};

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Board {
        #[serde(with = "super::position")]
        position: Position,
        #[serde(with = "super::color")]
        ejected: Option<Color>,
    }

    #[test]
    fn positions_are_read_as_they_are_written_to_the_end_of_a_game() {
        for mode in Mode::ALL {
            let mut random = fastrand::Rng::with_seed(7);
            let mut position = Position::start(mode, mode.default_layout()).unwrap();
            let mut ejected = None;
            for _ in 0..400 {
                let board = Board { position, ejected };
                let json = serde_json::to_string(&board).unwrap();
                assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), board, "{json}");
                let moves: Vec<_> = position.legal_moves().into_iter().collect();
                let Some(&played) = random.choice(&moves) else { break };
                (position, ejected) = (position.play(played).unwrap().position, Some(position.turn()));
            }
        }
    }
}
