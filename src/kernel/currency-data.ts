/**
 * The active codes of ISO 4217 list one, grouped by their minor unit (the ISO exponent), as published on 2026-01-01.
 *
 * Source: https://www.six-group.com/en/products-services/financial-information/data-standards.html, list one with
 * amendments 176 to 180: XCG replaced ANG, ZWG replaced ZWL, CUC left, XAD came, and BGN left because Bulgaria
 * adopted the euro on 2026-01-01. SLE (not SLL) and EUR (not HRK) were settled before.
 *
 * The exponents are ISO's and not a locale library's: CLDR shows HUF, IDR and 14 others with fewer digits than ISO
 * defines, and taking its digits for money would be wrong by a factor of a hundred.
 *
 * Funds codes (BOV CHE CHW CLF COU MXV USN UYI UYW XAD) are in, for ISO lists them as active with a minor unit, and
 * CLF and UYW are units in which contracts are really priced.
 */
export const CODES_BY_EXPONENT = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR
    ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
    MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
    SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
} as const;

/**
 * The active codes that are left out. ISO gives them no minor unit ("N.A."): metals, bond-market units, drawing
 * rights, the test code and "no currency". An amount "in minor units" has no meaning in them.
 */
export const CODES_WITHOUT_MINOR_UNIT = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX";
