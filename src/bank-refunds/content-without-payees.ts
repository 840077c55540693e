/**
 * SQL: the content of a file `f` without the names and accounts of some payees. `r.ids` are the EndToEndIds of their refunds, joined
 * by `|`. The elements are those that pain-001.ts writes.
 */
export const contentWithoutPayees = `regexp_replace(f.content, '(<EndToEndId>(?:' || r.ids ||
    ')</EndToEndId></PmtId><Amt><InstdAmt Ccy="[A-Z]*">[0-9.]*</InstdAmt></Amt><Cdtr><Nm>)[^<]*(</Nm></Cdtr><CdtrAcct><Id><IBAN>)[^<]*',
    '\\1[erased]\\2[erased]', 'g')`;
