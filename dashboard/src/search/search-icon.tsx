/** A magnifying glass. Text beside it, or the button's label, says what it is for. */
export function SearchIcon() {
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx={7.75} cy={7.75} r={5} />
      <path d="m11.5 11.5 4 4" />
    </svg>
  );
}
