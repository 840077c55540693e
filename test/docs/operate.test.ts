import { testCodeOf, testFolderOf } from "./test-code.ts";

testCodeOf((page) => testFolderOf(page) === "operate");
