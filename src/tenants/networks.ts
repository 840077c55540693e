import { BlockList, isIP } from "node:net";

/** Whether a text is an IP address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (length === undefined) return true;
  return /^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}

/** The networks as a list to check addresses against; null if any address is allowed. */
export function networkList(networks: readonly string[]): BlockList | null {
  if (networks.length === 0) return null;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, length === undefined ? (family === "ipv6" ? 128 : 32) : Number(length), family);
  }
  return list;
}

/** Whether the address is in the list. */
export function holdsAddress(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}

/**
 * The network that limits count an address by: an IPv4 address itself, or the /64 of an IPv6 address, because one customer
 * usually has a whole /64. "2001:db8:1:2::9" gives "2001:db8:1:2".
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

/** An IPv4-mapped IPv6 address counts as its IPv4 address. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
