import type { FastifyInstance } from "fastify";

/** The certificates of PAYPAL-CERT-URL. */
export function addCertificateRoute(app: FastifyInstance, certificates: ReadonlyMap<string, string>): void {
  app.get("/v1/notifications/certs/:id", async ({ params }, reply) => {
    const certificate = certificates.get((params as { id: string }).id);
    if (certificate === undefined) return reply.code(404).send();
    return reply.type("application/x-pem-file").send(certificate);
  });
}
