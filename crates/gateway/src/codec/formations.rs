//! Named formations in their wire form.

use sumito_protocol::positions;
use sumito_rules::{Bitboard, Color, Contact, Direction, Formations, GroupKind, Position};

use super::parts;

/// Converts the named formations of the position.
pub(crate) fn formations(position: &Position) -> positions::PositionFormations {
    let all = position.formations();
    let contacts = |list: &[Contact]| list.iter().map(|one| contact(position, one)).collect();
    positions::PositionFormations {
        mode: parts::mode(position.mode()),
        position: position.to_string(),
        colors: position.mode().colors().iter().map(|&color| of_color(position, &all, color)).collect(),
        pacs: contacts(&all.pacs),
        sumitos: contacts(&all.sumitos),
    }
}

fn of_color(position: &Position, all: &Formations, color: Color) -> positions::ColorFormations {
    let of_kind =
        |kind: GroupKind| all.groups.iter().filter(move |one| one.color == color && one.kind == kind);
    let groups = |kind| of_kind(kind).map(|one| names(one.cells)).collect();
    let blocks = all.blocks.iter().filter(|block| block.color == color);
    let marbles = position.marbles(color);
    positions::ColorFormations {
        color: parts::color(color),
        team: position.mode().team_of(color).index() as u8,
        singles: of_kind(GroupKind::Single).flat_map(|one| names(one.cells)).collect(),
        pairs: groups(GroupKind::Pair),
        lances: groups(GroupKind::Lance),
        arcs: groups(GroupKind::Arc),
        shields: groups(GroupKind::Shield),
        multiples: groups(GroupKind::Multiple),
        blocks: blocks.map(|block| names(block.cells)).collect(),
        dets: names(all.dets & marbles),
        in_danger: names(all.in_danger & marbles),
    }
}

fn contact(position: &Position, contact: &Contact) -> positions::Contact {
    let mode = position.mode();
    let team = mode.colors_of(contact.team).fold(Bitboard::EMPTY, |all, color| all | position.marbles(color));
    let along = |cells: Bitboard| {
        let mut names = names(cells);
        // Sorted cells follow each other along an axis upwards, or to the right.
        if contact.direction != contact.direction.axis() {
            names.reverse();
        }
        names
    };
    positions::Contact {
        team: contact.team.index() as u8,
        direction: direction(contact.direction),
        own: along(contact.cells & team),
        opposing: along(contact.cells - team),
        open: contact.open,
    }
}

fn names(cells: Bitboard) -> Vec<String> {
    cells.sorted().map(|cell| cell.to_string()).collect()
}

fn direction(direction: Direction) -> positions::Direction {
    match direction {
        Direction::East => positions::Direction::East,
        Direction::NorthEast => positions::Direction::NorthEast,
        Direction::NorthWest => positions::Direction::NorthWest,
        Direction::West => positions::Direction::West,
        Direction::SouthWest => positions::Direction::SouthWest,
        Direction::SouthEast => positions::Direction::SouthEast,
    }
}
