import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Node's compile cache for all test processes: it saves half of a command's CPU time and a third of a server's start.
 */
export const compileCache = path.join(tmpdir(), "kassa-test-compile-cache");
