/** The most imports in progress: an import may take minutes, and up to 160 MB of memory if one entry is a huge batch. */
export const slotsAtMost = { all: 4, ofTenant: 2 } as const;

/** Counts the imports in progress in this process. */
export class UploadSlots {
  readonly #byTenant = new Map<number, number>();

  /** Returns a function that frees the slot again; undefined if there is none. */
  take(tenantId: number): (() => void) | undefined {
    const all = [...this.#byTenant.values()].reduce((sum, count) => sum + count, 0);
    const ofTenant = this.#byTenant.get(tenantId) ?? 0;
    if (all >= slotsAtMost.all || ofTenant >= slotsAtMost.ofTenant) return undefined;
    this.#byTenant.set(tenantId, ofTenant + 1);
    return () => {
      const left = (this.#byTenant.get(tenantId) ?? 1) - 1;
      if (left === 0) this.#byTenant.delete(tenantId);
      else this.#byTenant.set(tenantId, left);
    };
  }
}
