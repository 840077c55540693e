import { Alert, Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Facts } from "../components/facts.tsx";
import { AnchorLink } from "../components/links.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { HttpStatus } from "./http-status.tsx";
import { type RequestWithBodies, requestQuery } from "./request-queries.ts";

/** A request of a program: what it sent, what Kassa answered, and why it was refused. */
export function RequestPage() {
  const { place, membership, mode } = useHere();
  const { id } = useParams({ from: "/$tenant/$mode/requests/$id" });
  const logged = useQuery(requestQuery(place, id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/$tenant/$mode/requests" params={{ tenant: membership.tenant.id, mode }} size="sm">
        {t("requests.back")}
      </AnchorLink>
      {logged.error && <Failure error={logged.error} again={() => void logged.refetch()} />}
      {logged.isPending && <Loading as="page" />}
      {logged.data && <Content logged={logged.data} />}
    </Stack>
  );
}

function Content({ logged }: { readonly logged: RequestWithBodies }) {
  const { method, path, status, requestBody, responseBody, errorCode } = logged;
  const { membership, mode } = useHere();
  const about = aboutOf(logged);
  return (
    <>
      <Stack gap={4}>
        <Group gap="sm" align="center">
          <Title order={1} size="h3" style={{ overflowWrap: "anywhere" }}>
            <bdi>
              {method} {path}
            </bdi>
          </Title>
          <HttpStatus status={status} />
        </Group>
        <Text c="var(--kassa-muted)" size="sm">
          <When at={logged.at} />
        </Text>
        {about && (
          <AnchorLink
            to={about.startsWith("pay_") ? "/$tenant/$mode/payments/$id" : "/$tenant/$mode/sessions/$id"}
            params={{ tenant: membership.tenant.id, mode, id: about }}
            size="sm"
          >
            {t(about.startsWith("pay_") ? "events.payment" : "requests.session")}
          </AnchorLink>
        )}
      </Stack>
      {errorCode && <WhyRefused code={errorCode} answer={parsed(responseBody)} />}
      <Card title={t("payment.details")}>
        <Facts facts={factsOf(logged)} />
        <CopyText text={logged.requestId} label={t("requests.id")} />
      </Card>
      <BodyCard title={t("requests.sent")} body={requestBody} />
      <BodyCard title={t("requests.answered")} body={responseBody} />
    </>
  );
}

/** The error in words, with the page that says what to do. */
function WhyRefused({ code, answer }: { readonly code: string; readonly answer: Record<string, unknown> }) {
  const title = typeof answer.title === "string" ? answer.title : code;
  const param = typeof answer.param === "string" ? answer.param : undefined;
  return (
    <Alert color="red" title={title}>
      <Stack gap={4}>
        {param && <Text size="sm">{t("requests.field", { param })}</Text>}
        <Anchor href={`/docs/errors#${code}`} target="_blank" size="sm" c="inherit" underline="always">
          {t("requests.explain", { code })}
        </Anchor>
      </Stack>
    </Alert>
  );
}

function BodyCard({ title, body }: { readonly title: string; readonly body: string | null }) {
  return (
    <Card title={title} {...(body !== null && { help: t("requests.redacted") })}>
      {body === null ? (
        <Text size="sm" c="var(--kassa-muted)">
          {t("requests.no-body")}
        </Text>
      ) : (
        <CodeBlock text={pretty(body)} label={title} />
      )}
    </Card>
  );
}

const factsOf = ({ key, ip, userAgent, durationMs, idempotencyKey }: RequestWithBodies) =>
  [
    [t("requests.duration"), t("requests.ms", { count: durationMs })] as const,
    [t("requests.key"), key] as const,
    ...(idempotencyKey ? [["Idempotency-Key", idempotencyKey] as const] : []),
    [t("requests.from"), ip] as const,
    ...(userAgent ? [[t("requests.program"), userAgent] as const] : []),
  ] as const;

/** The payment or session that the path or else the answer names. */
function aboutOf({ path, responseBody }: RequestWithBodies): string | undefined {
  const { id } = parsed(responseBody);
  return /(?:pay|cs)_(?:live|sandbox)_\w+/.exec(`${path} ${typeof id === "string" ? id : ""}`)?.[0];
}

function parsed(body: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    // It was cut.
    return {};
  }
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
