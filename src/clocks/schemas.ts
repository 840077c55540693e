import type { Static } from "typebox";
import { nullable, objectType, oneOf, pageFields, pageOf, text, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { stepKinds } from "./clock.ts";

/** Schemas of the clocks' requests and responses. */

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
    name: Type.Optional(nullable(text(100, "A text."), "A name for your own use.")),
    now: Type.Optional(time("The start time: from one day ago to two years ahead. Default: now.")),
  },
  { additionalProperties: false },
);
export type CreateClockBody = Static<typeof CreateClockSchema>;

export const AdvanceClockSchema = Type.Object(
  {
    to: Type.Optional(time("The time to advance to: later than the clock's time, by at most two years.")),
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        "x-problem": "clock_time_invalid",
        "x-expects": "It has to be an ISO 8601 duration of weeks, or of days to seconds, such as P30D.",
        description: "The duration to advance by, instead of `to`: ISO 8601, such as P30D, PT1H30M or P2W.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type AdvanceClockBody = Static<typeof AdvanceClockSchema>;

export const ListClocksSchema = Type.Object(pageFields("clock", "clocks"), { additionalProperties: false });
export type ListClocksQuery = Static<typeof ListClocksSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

export const ClockSchema = Type.Object(
  {
    object: objectType("sandbox.clock"),
    id: Type.String({ description: "Begins with clk_sandbox_." }),
    mode: Type.Literal("sandbox", { description: "Clocks exist in the sandbox only." }),
    name: nullable(Type.String(), "A name for your own use."),
    status: oneOf(["ready", "advancing"], "`advancing` while an advance runs."),
    now: timestamp("The time that the clock shows. It changes only when you advance the clock."),
    advancingTo: nullable(
      Type.String({ format: "date-time" }),
      "The target of the running advance; null while `ready`.",
    ),
    createdAt: timestamp("When the clock was created, in real time."),
  },
  { additionalProperties: false, title: "SandboxClock" },
);

export const ClockListSchema = pageOf(ClockSchema, "SandboxClockList");

export const ClockAdvanceSchema = Type.Object(
  {
    object: objectType("sandbox.clock_advance"),
    clock: ClockSchema,
    ran: Type.Array(
      Type.Object(
        {
          at: timestamp("The clock's time."),
          what: oneOf(stepKinds, "What ran or changed."),
          id: nullable(Type.String(), "The id of the object concerned; null for `psp.advanced`."),
        },
        { additionalProperties: false, title: "SandboxClockStep" },
      ),
      { description: "The steps that ran so far, in order; at most 1,000." },
    ),
  },
  { additionalProperties: false, title: "SandboxClockAdvance" },
);

export const DeletedClockSchema = Type.Object(
  {
    object: objectType("sandbox.clock"),
    id: Type.String({ description: "The id of the deleted clock." }),
    deleted: Type.Literal(true, { description: "Always true." }),
  },
  { additionalProperties: false, title: "DeletedSandboxClock" },
);
