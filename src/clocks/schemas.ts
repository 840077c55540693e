import type { Static } from "typebox";
import { at, kind, nullable, oneOf, pageFields, pageOf, text } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { stepKinds } from "./clock.ts";

/** Schemas of the clocks' requests and answers. */

const time = (description: string) =>
  Type.String({
    format: "date-time",
    maxLength: 40,
    "x-problem": "clock_time_invalid",
    "x-expects": "It has to be an RFC 3339 time.",
    description,
  });

export const CreateClockSchema = Type.Object(
  {
    name: Type.Optional(nullable(text(100, "A text."), "For you to tell clocks apart.")),
    now: Type.Optional(
      time("The time that it shows first: from a day ago to two years ahead. Default: now."),
    ),
  },
  { additionalProperties: false },
);
export type CreateClockBody = Static<typeof CreateClockSchema>;

export const AdvanceClockSchema = Type.Object(
  {
    to: Type.Optional(time("The time to advance to: later than what it shows, by two years at most.")),
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        "x-problem": "clock_time_invalid",
        "x-expects": "It has to be an ISO 8601 duration of weeks, or of days to seconds, such as P30D.",
        description: "In place of `to`, how far: an ISO 8601 duration such as P30D, PT1H30M or P2W.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type AdvanceClockBody = Static<typeof AdvanceClockSchema>;

export const ListClocksSchema = Type.Object(pageFields("clock", "clocks"), { additionalProperties: false });
export type ListClocksQuery = Static<typeof ListClocksSchema>;

// Answers -----------------------------------------------------------------------------------------------------------

export const ClockSchema = Type.Object(
  {
    object: kind("sandbox.clock"),
    id: Type.String({ description: "Begins with clk_sandbox_." }),
    mode: Type.Literal("sandbox", { description: "Clocks exist in the sandbox only." }),
    name: nullable(Type.String(), "For you to tell clocks apart."),
    status: oneOf(["ready", "advancing"], "`advancing` while it runs what falls due on its way."),
    now: at("The time that it shows. It stands still until it is advanced."),
    advancingTo: nullable(Type.String({ format: "date-time" }), "Where it is on its way to; else null."),
    createdAt: at("When it was made, in real time."),
  },
  { additionalProperties: false, title: "SandboxClock" },
);

export const ClockListSchema = pageOf(ClockSchema, "SandboxClockList");

export const ClockAdvanceSchema = Type.Object(
  {
    object: kind("sandbox.clock_advance"),
    clock: ClockSchema,
    ran: Type.Array(
      Type.Object(
        {
          at: at("By the clock."),
          what: oneOf(stepKinds, "What was done, or what changed."),
          id: nullable(Type.String(), "The object that it is about; null of `psp.advanced`."),
        },
        { additionalProperties: false, title: "SandboxClockStep" },
      ),
      { description: "What ran so far, in order; at most 1,000 are shown." },
    ),
  },
  { additionalProperties: false, title: "SandboxClockAdvance" },
);

export const DeletedClockSchema = Type.Object(
  {
    object: kind("sandbox.clock"),
    id: Type.String({ description: "The id that it had." }),
    deleted: Type.Literal(true, { description: "It is gone." }),
  },
  { additionalProperties: false, title: "DeletedSandboxClock" },
);
