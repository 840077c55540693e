import { BlockList, isIP } from "node:net";

/** Whether a text is an IP address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (length === undefined) return true;
  return /^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}

/** A list that says of an address whether one of the networks holds it; null for "any address". */
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

/** Whether the address is in the list. An IPv4 address in IPv6 clothes counts as the IPv4 address that it is. */
export function holdsAddress(list: BlockList, address: string): boolean {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  return list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
