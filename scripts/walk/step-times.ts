/** The seconds of each step, printed as they are taken. */
export class StepTimes {
  readonly #steps: { readonly name: string; readonly ms: number }[] = [];

  async take<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    const begin = performance.now();
    const result = await work();
    const ms = performance.now() - begin;
    this.#steps.push({ name, ms });
    console.log(line(ms, name));
    return result;
  }

  /** Prints the sum. */
  print(): void {
    const total = this.#steps.reduce((sum, { ms }) => sum + ms, 0);
    console.log(line(total, "in all, without the time for reading and typing"));
  }
}

const line = (ms: number, name: string): string => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`;
