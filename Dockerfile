# syntax=docker/dockerfile:1
# The version of Node is the one that package.json pins; scripts/deploy.test.ts compares them.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/.semblance

FROM node:24.21.0-bookworm-slim
RUN useradd --system --uid 10001 --create-home --home-dir /data semblance \
  && install -d -o 10001 -m 0700 /work /keys
WORKDIR /app
COPY --from=build --chown=root:root /app /app
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data WORK_DIR=/work KEY_DIR=/keys
USER 10001
VOLUME ["/data", "/keys"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
