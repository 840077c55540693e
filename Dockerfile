# syntax=docker/dockerfile:1

# Kassa without a database of its own: DATABASE_URL and KASSA_SECRET_KEY have to be set.
#
#   docker build -t kassa .
#   docker run -e DATABASE_URL=… -e KASSA_SECRET_KEY=… -e KASSA_PUBLIC_URL=https://pay.example.com -p 127.0.0.1:8080:8080 kassa
#
# The tag follows Node 24's security releases at each build. Whoever needs the same bytes twice pins its digest:
# node:24-slim@sha256:…

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
# Development's packages stay out, and with them the npm package `node`, which pins Node for checkouts: here the image's
# own Node 24 runs everything. Optional ones are the embedded PostgreSQL. None of the rest has an install script.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080
WORKDIR /app
# All of it belongs to root and is read by an ordinary user: Kassa writes no file when it has a DATABASE_URL.
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY sdk/package.json sdk/
COPY migrations migrations
COPY locales locales
COPY docs docs
COPY src src
USER node
EXPOSE 8080
# SIGTERM drains: requests under way are answered, background work is finished or handed on, within 20 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: signals reach it, and it needs no writable home. `docker run kassa doctor` runs another command.
ENTRYPOINT ["node", "src/main.ts"]
CMD ["serve"]
