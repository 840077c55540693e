/** PSPs whose fakes a run can use beside the simulated PSP. */
export const pspRails = ["stripe", "mollie", "paypal", "adyen"] as const;
export type PspRailName = (typeof pspRails)[number];

/** Every way in which money can come: the simulated PSP, the fakes of real ones, and transfers to the merchant's own account. */
export const railNames = ["sandbox", ...pspRails, "bank"] as const;
export type RailName = (typeof railNames)[number];

const isRail = (name: string): name is RailName => railNames.some((rail) => rail === name);

/** @param text names separated by commas, or `all` @throws Error if a name is unknown */
export function readRails(text: string): readonly RailName[] {
  if (text === "all") return railNames;
  const names = text.split(",");
  const unknown = names.filter((name) => !isRail(name));
  if (unknown.length > 0)
    throw new Error(`--rails must be all, or some of ${railNames.join(", ")}; not ${unknown.join(", ")}`);
  return railNames.filter((name) => names.includes(name));
}

export const isPspRail = (name: RailName): name is PspRailName => pspRails.some((rail) => rail === name);
