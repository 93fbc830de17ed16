//! FIDE's member federations, as a TRF names them.

/// Country codes of ISO 3166-1 with FIDE's code of the country's member federation (FIDE Directory, federations), by country. Most differ
/// from the code of ISO with three letters. Countries without a federation are left out, and so is Great Britain, which has several.
const FEDERATIONS: &str = "\
    AD AND, AE UAE, AF AFG, AG ANT, AL ALB, AM ARM, AO ANG, AR ARG, AT AUT, AU AUS, AW ARU, AZ AZE, BA BIH, BB BAR, \
    BD BAN, BE BEL, BF BUR, BG BUL, BH BRN, BI BDI, BM BER, BN BRU, BO BOL, BR BRA, BS BAH, BT BHU, BW BOT, BY BLR, \
    BZ BIZ, CA CAN, CD COD, CF CAF, CH SUI, CI CIV, CL CHI, CM CMR, CN CHN, CO COL, CR CRC, CU CUB, CV CPV, CY CYP, \
    CZ CZE, DE GER, DJ DJI, DK DEN, DM DMA, DO DOM, DZ ALG, EC ECU, EE EST, EG EGY, ER ERI, ES ESP, ET ETH, FI FIN, \
    FJ FIJ, FO FAI, FR FRA, GA GAB, GD GRN, GE GEO, GG GCI, GH GHA, GM GAM, GQ GEQ, GR GRE, GT GUA, GU GUM, GY GUY, \
    HK HKG, HN HON, HR CRO, HT HAI, HU HUN, ID INA, IE IRL, IL ISR, IM IOM, IN IND, IQ IRQ, IR IRI, IS ISL, IT ITA, \
    JE JCI, JM JAM, JO JOR, JP JPN, KE KEN, KG KGZ, KH CAM, KM COM, KN SKN, KR KOR, KW KUW, KY CAY, KZ KAZ, LA LAO, \
    LB LBN, LC LCA, LI LIE, LK SRI, LR LBR, LS LES, LT LTU, LU LUX, LV LAT, LY LBA, MA MAR, MC MNC, MD MDA, ME MNE, \
    MG MAD, MK MKD, ML MLI, MM MYA, MN MGL, MO MAC, MR MTN, MT MLT, MU MRI, MV MDV, MW MAW, MX MEX, MY MAS, MZ MOZ, \
    NA NAM, NE NIG, NG NGR, NI NCA, NL NED, NO NOR, NP NEP, NR NRU, NZ NZL, OM OMA, PA PAN, PE PER, PG PNG, PH PHI, \
    PK PAK, PL POL, PR PUR, PS PLE, PT POR, PW PLW, PY PAR, QA QAT, RO ROU, RS SRB, RU RUS, RW RWA, SA KSA, SB SOL, \
    SC SEY, SD SUD, SE SWE, SG SGP, SI SLO, SK SVK, SL SLE, SM SMR, SN SEN, SO SOM, SR SUR, SS SSD, ST STP, SV ESA, \
    SY SYR, SZ SWZ, TD CHA, TG TOG, TH THA, TJ TJK, TL TLS, TM TKM, TN TUN, TO TGA, TR TUR, TT TTO, TW TPE, TZ TAN, \
    UA UKR, UG UGA, US USA, UY URU, UZ UZB, VC VIN, VE VEN, VG IVB, VI ISV, VN VIE, VU VAN, YE YEM, ZA RSA, ZM ZAM, \
    ZW ZIM";

/// Returns FIDE's code of a country's federation. `country` is a code of ISO 3166-1 with two capital letters.
#[must_use]
pub fn federation_of(country: &str) -> Option<&'static str> {
    let mut pairs = FEDERATIONS.split(", ").filter_map(|pair| pair.split_once(' '));
    pairs.find(|(known, _)| *known == country).map(|(_, federation)| federation)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_country_has_one_federation() {
        let pairs: Vec<_> = FEDERATIONS.split(", ").map(|pair| pair.split_once(' ').unwrap()).collect();
        assert!(pairs.is_sorted_by(|(one, _), (next, _)| one < next));
        assert!(pairs.iter().all(|(country, federation)| country.len() == 2 && federation.len() == 3));
        assert_eq!(
            pairs.iter().map(|(_, federation)| federation).collect::<BTreeSet<_>>().len(),
            pairs.len()
        );
        assert_eq!(
            (federation_of("NL"), federation_of("DE"), federation_of("GB")),
            (Some("NED"), Some("GER"), None)
        );
    }
}
