import type { FaultCode, Finding, Place, StatementEvent, StatementFault } from "./entry.ts";

/** The most faults of a file that are listed; the others are counted. */
const faultsListed = 20;
const findingsListed = 100;

/** Ends the reading of a file. It never leaves this room: `readStatement` turns it into a fault. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  readonly fault: StatementFault;

  constructor(code: FaultCode, message: string, place: Place | null = null) {
    super(message);
    this.fault = { code, message, place };
  }
}

/** Collects the events of a part of a file until the reader hands them on. */
export class Reading {
  faults = 0;
  private findings = 0;
  private events: StatementEvent[] = [];

  emit(event: StatementEvent): void {
    this.events.push(event);
  }

  fault(code: FaultCode, message: string, place: Place | null): void {
    this.faults += 1;
    if (this.faults <= faultsListed) this.emit({ type: "fault", fault: { code, message, place } });
  }

  finding(code: Finding["code"], message: string, place: Place | null): void {
    this.findings += 1;
    if (this.findings <= findingsListed) this.emit({ type: "finding", finding: { code, message, place } });
  }

  /** Returns and forgets what was collected. */
  take(): StatementEvent[] {
    const taken = this.events;
    this.events = [];
    return taken;
  }
}
