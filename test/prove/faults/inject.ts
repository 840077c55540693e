import { setTimeout as sleep } from "node:timers/promises";
import type { House, Kassa } from "../house/house.ts";
import type { Fault, FaultKind, FaultPlan, LossPlan } from "./schedule.ts";

/** Puts the schedule's faults into a house as sessions begin. */
export class Injector {
  readonly #house: House;
  readonly #faults: Fault[];
  readonly #underWay = new Set<Promise<void>>();
  #database = Promise.resolve();
  readonly #lastKill = new Map<Kassa, Promise<void>>();
  readonly counts: Record<FaultKind, number> = {
    kill: 0,
    kill_psp: 0,
    freeze: 0,
    crash_database: 0,
    kill_backend: 0,
    lose_commit: 0,
    cut_network: 0,
    fill_disk: 0,
    change_account: 0,
    fail_over: 0,
    restore_backup: 0,
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
        await this.#alone(() => cluster.crash());
        break;
      case "kill_backend":
        await this.#alone(() => cluster.killBackend());
        break;
      case "fill_disk":
        if (!(await this.#fillDisk(plan.ms))) return;
        break;
      case "change_account":
        await this.#alone(() => this.#changeAccount());
        break;
      case "fail_over":
      case "restore_backup":
        await this.#house.onClocks.alone(() => this.#loseData(plan));
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

  /** One process after the other is started anew with the next account, as in a deployment; others still use the one before. */
  async #changeAccount(): Promise<void> {
    const { account, kassas } = this.#house;
    account.number += 1;
    for (const kassa of kassas) {
      await kassa.restart();
      await kassa.whenReady(60_000);
    }
  }

  /** False where PostgreSQL has no disk of its own. */
  async #fillDisk(ms: number): Promise<boolean> {
    const { cluster, disk } = this.#house;
    if (!disk) return false;
    await this.#alone(async () => {
      await disk.fill(ms);
      await cluster.sql("SELECT 1");
    });
    return true;
  }

  /** Takes a backup, lets some time pass, and puts it back: nothing that was committed since is there. */
  async #loseData({ kind, lostMs }: LossPlan): Promise<void> {
    const { cluster, kassas, lost } = this.#house;
    const backup = await this.#alone(() => cluster.backUp());
    await sleep(lostMs);
    await this.#alone(async () => {
      const close = lost.open(backup.holdsUntilMs);
      const stopped = kind === "restore_backup" ? kassas.map((kassa) => kassa.suspend()) : [];
      await cluster.putBack(backup, kind === "fail_over");
      for (const resume of stopped) resume();
      close();
    });
  }

  /** What ends PostgreSQL comes one after the other. */
  async #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#database.then(work);
    this.#database = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  #kassa(index: number): Kassa {
    const kassa = this.#house.kassas[index];
    if (!kassa) throw new Error(`there is no process ${index}`);
    return kassa;
  }
}
