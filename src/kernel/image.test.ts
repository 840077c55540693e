import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readPicture } from "./image.ts";

/** 37 × 21 pixels each, made by Pillow 13. */
const pictures = {
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAACUAAAAVCAYAAADB5CeuAAAAOUlEQVR4nO3OMQEAIAgAQaCIjUhmZy3g8JsMfwkuV+8Tw9TvwIspyhRlijJFmaJMUaYoU5QpamTqAhg6AiKZ9jhEAAAAAElFTkSuQmCC",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wgARCAAVACUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAVAQEBAAAAAAAAAAAAAAAAAAAAAv/aAAwDAQACEAMQAAABgVIAAAAH/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABBQJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwFf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwFf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPyF//9oADAMBAAIAAwAAABAEEEEEH//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQMBAT8QX//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQIBAT8QX//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAT8Qf//Z",
  "image/webp":
    "UklGRkAAAABXRUJQVlA4IDQAAAAwAwCdASolABUAP83m7XA/uDIrJWgD8DmJZwDE2A8KmggAAP7aJlRRR/bvKnB9VahAAAAA",
  "image/webp without loss": "UklGRh4AAABXRUJQVlA4TBEAAAAvJAAFAAdQp36Usf+BiOh/AAA=",
  "image/webp with transparency":
    "UklGRmQAAABXRUJQVlA4WAoAAAAQAAAAJAAAFAAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDQAAAAwAwCdASolABUAP83m7XA/uDIrJWgD8DmJZwDE2A8KmggAAP7aJlRRR/bvKnB9VahAAAAA",
};

for (const [name, base64] of Object.entries(pictures)) {
  test(`${name}: reads format and size from the bytes`, () => {
    const [mediaType] = name.split(" ");
    assert.deepEqual(readPicture(Buffer.from(base64, "base64")), { mediaType, width: 37, height: 21 });
  });
}

test("property: never throws for a truncated image", () => {
  const whole = fc.constantFrom(...Object.values(pictures)).map((base64) => Buffer.from(base64, "base64"));
  fc.assert(
    fc.property(whole, fc.nat(), fc.uint8Array({ maxLength: 40 }), (bytes, cut, tail) => {
      const found = readPicture(Buffer.concat([bytes.subarray(0, cut % bytes.length), tail]));
      assert.ok(found === undefined || (found.width > 0 && found.height > 0));
    }),
    { numRuns: 2_000 },
  );
});

test("returns undefined for other files", () => {
  for (const text of ["", "<svg/>", "GIF89a", "%PDF-1.7", "RIFF....WAVE", "<html>"])
    assert.equal(readPicture(Buffer.from(text, "latin1")), undefined);
});
