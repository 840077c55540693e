/** Converts Arabic and Persian digits to 0 to 9. The server converts those of more scripts. */
export const latinDigits = (text) =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));

export const digitsIn = (text) => latinDigits(text).replace(/\D/g, "");
