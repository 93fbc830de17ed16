//! What has a name in a position.

use sumito_protocol::rest;
use sumito_rules::{Bitboard, Block, Contact, Group, GroupKind, Position};

use super::parts;

/// Everything in a position for which the rulebooks have a name.
pub(crate) fn formations(position: &Position) -> rest::Formations {
    let found = position.formations();
    rest::Formations {
        groups: found.groups.iter().map(group).collect(),
        blocks: found.blocks.iter().map(block).collect(),
        dets: cells(found.dets),
        pacs: found.pacs.iter().map(contact).collect(),
        sumitos: found.sumitos.iter().map(contact).collect(),
        in_danger: cells(found.in_danger),
    }
}

fn group(group: &Group) -> rest::Group {
    let kind = match group.kind {
        GroupKind::Single => rest::GroupKind::Single,
        GroupKind::Pair => rest::GroupKind::Pair,
        GroupKind::Lance => rest::GroupKind::Lance,
        GroupKind::Arc => rest::GroupKind::Arc,
        GroupKind::Shield => rest::GroupKind::Shield,
        GroupKind::Multiple => rest::GroupKind::Multiple,
    };
    rest::Group { color: parts::color(group.color), kind, cells: cells(group.cells) }
}

fn block(block: &Block) -> rest::Block {
    rest::Block { color: parts::color(block.color), cells: cells(block.cells) }
}

fn contact(contact: &Contact) -> rest::Contact {
    rest::Contact {
        team: contact.team.index() as u8,
        direction: contact.direction.abbreviation().to_owned(),
        own: contact.own as u8,
        opposing: contact.opposing as u8,
        cells: cells(contact.cells),
        open: contact.open,
    }
}

fn cells(set: Bitboard) -> Vec<String> {
    set.sorted().map(|cell| cell.to_string()).collect()
}
