/**
 * A function that keeps its answers by a key. Only for answers that never change; at most `max` are kept, the oldest is dropped first,
 * because keys can come from requests.
 */
export function rememberByKey<Arguments extends readonly unknown[], Answer>(
  keyOf: (...given: Arguments) => string,
  make: (...given: Arguments) => Answer,
  max = 500,
): (...given: Arguments) => Answer {
  const kept = new Map<string, Answer>();
  return (...given) => {
    const key = keyOf(...given);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = make(...given);
    const oldest = kept.size >= max ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, answer);
    return answer;
  };
}

/** A function that keeps its answer with the object that it is about, as long as that lives. The object must not change. */
export function rememberWith<Subject extends object, Answer>(
  make: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const kept = new WeakMap<Subject, Answer>();
  return (subject) => {
    const known = kept.get(subject);
    if (known !== undefined) return known;
    const answer = make(subject);
    kept.set(subject, answer);
    return answer;
  };
}
