import { setTimeout as sleep } from "node:timers/promises";
import type { KassaInstance, Testbed } from "../testbed/testbed.ts";
import type { Fault, FaultKind, FaultPlan, LossPlan } from "./schedule.ts";

/** Injects the scheduled faults into a testbed as sessions start. */
export class FaultInjector {
  readonly #testbed: Testbed;
  readonly #faults: Fault[];
  readonly #inProgress = new Set<Promise<void>>();
  #lastDatabaseFault = Promise.resolve();
  readonly #lastKill = new Map<KassaInstance, Promise<void>>();
  readonly counts: Record<FaultKind, number> = {
    kill: 0,
    kill_psp: 0,
    pause: 0,
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

  constructor(testbed: Testbed, faults: readonly Fault[]) {
    this.#testbed = testbed;
    this.#faults = [...faults];
  }

  /** Starts the faults that are due after so many sessions, without waiting for them. */
  onSessionStarted(count: number): void {
    while (this.#faults[0] !== undefined && this.#faults[0].afterSessions <= count) {
      const plan = this.#faults.shift()?.plan;
      if (plan) this.#start(plan);
    }
  }

  /** Resolves when every fault is over, except for lost commits, which wait for a commit to lose. */
  async settled(): Promise<void> {
    await Promise.all(this.#inProgress);
  }

  #start(plan: FaultPlan): void {
    const work = this.#inject(plan).catch((error: unknown) => {
      this.errors.push(`the fault ${plan.kind} could not be injected: ${String(error)}`);
    });
    if (plan.kind !== "lose_commit") this.#inProgress.add(work);
    void work.finally(() => this.#inProgress.delete(work));
  }

  async #inject(plan: FaultPlan): Promise<void> {
    const { cluster, psp } = this.#testbed;
    switch (plan.kind) {
      case "kill":
        await this.#kill(plan);
        break;
      case "kill_psp":
        psp.kill();
        break;
      case "pause":
        await this.#instance(plan.instance).pause(plan.ms);
        break;
      case "crash_database":
        await this.#serialized(() => cluster.crash());
        break;
      case "kill_backend":
        await this.#serialized(() => cluster.killBackend());
        break;
      case "fill_disk":
        if (!(await this.#fillDisk(plan.ms))) return;
        break;
      case "change_account":
        await this.#serialized(() => this.#changeAccount());
        break;
      case "fail_over":
      case "restore_backup":
        await this.#testbed.clockSessionsLock.withWrite(() => this.#loseData(plan));
        break;
      case "lose_commit":
        await this.#instance(plan.instance).proxy.loseCommit(plan.moment, plan.after);
        break;
      case "cut_network":
        this.#instance(plan.instance).proxy.cut();
        break;
    }
    this.counts[plan.kind] += 1;
  }

  /** Kills of one instance run one after the other, so that it lives for a while in between. */
  async #kill({ instance: index, afterMs, crashNext }: Extract<FaultPlan, { kind: "kill" }>): Promise<void> {
    const instance = this.#instance(index);
    const before = this.#lastKill.get(instance);
    const kill = async (): Promise<void> => {
      await before;
      if (afterMs >= 0) await instance.whenReady(60_000);
      await sleep(Math.max(afterMs, 0));
      instance.armer.arm(crashNext);
      instance.kill();
    };
    const killed = kill();
    this.#lastKill.set(instance, killed);
    await killed;
  }

  /** Restarts the instances one by one with the next PSP account, as in a deployment. Until then each uses the previous one. */
  async #changeAccount(): Promise<void> {
    const { account, instances } = this.#testbed;
    account.number += 1;
    for (const instance of instances) {
      await instance.restart();
      await instance.whenReady(60_000);
    }
  }

  /** False if PostgreSQL has no disk of its own. */
  async #fillDisk(ms: number): Promise<boolean> {
    const { cluster, disk } = this.#testbed;
    if (!disk) return false;
    await this.#serialized(async () => {
      await disk.fill(ms);
      await cluster.sql("SELECT 1");
    });
    return true;
  }

  /** Takes a backup and restores it after a while: everything committed in between is lost. */
  async #loseData({ kind, lostMs }: LossPlan): Promise<void> {
    const { cluster, instances, dataLosses } = this.#testbed;
    const backup = await this.#serialized(() => cluster.backUp());
    await sleep(lostMs);
    await this.#serialized(async () => {
      const end = dataLosses.begin(backup.holdsUntilMs);
      const stopped = kind === "restore_backup" ? instances.map((instance) => instance.suspend()) : [];
      await cluster.restore(backup, kind === "fail_over");
      for (const resume of stopped) resume();
      end();
    });
  }

  /** Faults that stop PostgreSQL, and work that must not meet one, run one after the other. */
  async #serialized<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lastDatabaseFault.then(work);
    this.#lastDatabaseFault = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  #instance(index: number): KassaInstance {
    const instance = this.#testbed.instances[index];
    if (!instance) throw new Error(`there is no instance ${index}`);
    return instance;
  }
}
