//! Networks with higher limits per address.

use std::sync::Arc;

use parking_lot::RwLock;

use super::ClientAddress;
use sumito_config::TrustedNetwork;
use sumito_game::Timestamp;
use sumito_kit::time_source::TimeSource;

/// Networks with many players behind one address. Cheap to clone; all clones follow [`set`](Self::set).
#[derive(Debug, Clone)]
pub(crate) struct TrustedNetworks(Arc<RwLock<Vec<TrustedNetwork>>>);

impl TrustedNetworks {
    pub(crate) fn new(networks: &[TrustedNetwork]) -> Self {
        Self(Arc::new(RwLock::new(networks.to_vec())))
    }

    pub(super) fn set(&self, networks: &[TrustedNetwork]) {
        networks.clone_into(&mut self.0.write());
    }

    /// Returns by how much the limits of an address are higher: the largest factor of its networks, 1 for most addresses.
    pub(crate) fn factor(&self, address: ClientAddress) -> u32 {
        let networks = self.0.read();
        if networks.is_empty() {
            return 1;
        }
        factor(&networks, address, TimeSource::from_system().now())
    }
}

fn factor(networks: &[TrustedNetwork], address: ClientAddress, now: Timestamp) -> u32 {
    let holds = |network: &&TrustedNetwork| {
        network.network.contains(&address.network()) && network.until.is_none_or(|until| now < until)
    };
    networks.iter().filter(holds).map(|network| network.factor).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn largest_factor_holds_until_its_end() {
        let network = |text: &str, factor, until: Option<i64>| TrustedNetwork {
            network: text.parse().unwrap(),
            factor,
            until: until.map(Timestamp),
        };
        let networks = [
            network("192.0.2.0/24", 5, None),
            network("192.0.2.7/32", 20, Some(100)),
            network("2001:db8::/56", 3, None),
        ];
        for (address, now, expected) in [
            ("192.0.2.7", 99, 20),
            ("192.0.2.7", 100, 5),
            ("192.0.2.8", 99, 5),
            ("::ffff:192.0.2.8", 99, 5),
            ("192.0.3.7", 99, 1),
            ("2001:db8:0:17::1", 99, 3),
            ("2001:db8:0:100::1", 99, 1),
        ] {
            let of = ClientAddress::of_peer(address.parse().unwrap());
            assert_eq!(factor(&networks, of, Timestamp(now)), expected, "{address} at {now}");
        }
    }
}
