import { setTimeout as sleep } from "node:timers/promises";
import type { House, Kassa } from "../house/house.ts";
import type { Fault, FaultKind, FaultPlan } from "./schedule.ts";

/** Puts the schedule's faults into a house as sessions begin. */
export class Injector {
  readonly #house: House;
  readonly #faults: Fault[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #lastKill = new Map<Kassa, Promise<void>>();
  readonly counts: Record<FaultKind, number> = {
    kill: 0,
    kill_psp: 0,
    freeze: 0,
    crash_database: 0,
    kill_backend: 0,
    lose_commit: 0,
    cut_network: 0,
  };
  readonly errors: string[] = [];

  constructor(house: House, faults: readonly Fault[]) {
    this.#house = house;
    this.#faults = [...faults];
  }

  /** To be called as each session begins; doesn't wait for the faults' effects. */
  sessionsBegun(count: number): void {
    while (this.#faults[0] !== undefined && this.#faults[0].afterSessions <= count) {
      const plan = this.#faults.shift()?.plan;
      if (plan) this.#start(plan);
    }
  }

  /** Resolves when all that was broken is whole again, but for commits that nobody made. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #start(plan: FaultPlan): void {
    const work = this.#inject(plan).catch((error: unknown) => {
      this.errors.push(`the fault ${plan.kind} could not be injected: ${String(error)}`);
    });
    if (plan.kind !== "lose_commit") this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async #inject(plan: FaultPlan): Promise<void> {
    const { cluster, psp } = this.#house;
    switch (plan.kind) {
      case "kill":
        await this.#kill(plan);
        break;
      case "kill_psp":
        psp.kill();
        break;
      case "freeze":
        await this.#kassa(plan.process).freeze(plan.ms);
        break;
      case "crash_database":
        await cluster.crash();
        break;
      case "kill_backend":
        await cluster.killBackend();
        break;
      case "lose_commit":
        await this.#kassa(plan.process).proxy.loseCommit(plan.moment, plan.after);
        break;
      case "cut_network":
        this.#kassa(plan.process).proxy.cut();
        break;
    }
    this.counts[plan.kind] += 1;
  }

  /** Kills of one process wait for each other, so that it lives for a while in between. */
  async #kill({ process, afterMs, crashNext }: Extract<FaultPlan, { kind: "kill" }>): Promise<void> {
    const kassa = this.#kassa(process);
    const before = this.#lastKill.get(kassa);
    const kill = async (): Promise<void> => {
      await before;
      if (afterMs >= 0) await kassa.whenReady(60_000);
      await sleep(Math.max(afterMs, 0));
      kassa.arming.offer(crashNext);
      kassa.kill();
    };
    const killed = kill();
    this.#lastKill.set(kassa, killed);
    await killed;
  }

  #kassa(index: number): Kassa {
    const kassa = this.#house.kassas[index];
    if (!kassa) throw new Error(`there is no process ${index}`);
    return kassa;
  }
}
