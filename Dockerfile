# The packages that run, without those that test.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund --ignore-scripts

# The lexicon, composed once when the image is made.
FROM node:24.21.0-bookworm-slim AS lexicon
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY data data
COPY indexer indexer
COPY mappings mappings
COPY src src
RUN DATA_DIR=/data node indexer/cli.ts build

# The workbench, which takes the development packages.
FROM node:24.21.0-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY tsconfig.json ./
COPY data/generated/english-syllables.json data/generated/tone-moves.json data/generated/
COPY data/sound data/sound
COPY data/typed data/typed
COPY src src
COPY client client
COPY console console
RUN node client/generate.ts && npx vite build --config console/vite.config.ts

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Cantonese lyric lexicon" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE NOTICE start.js ./
COPY config config
COPY data data
COPY indexer indexer
COPY mappings mappings
COPY src src
COPY --from=console /app/console/dist console/dist
COPY --from=lexicon --chown=node:node /data /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "--expose-gc", "start.js"]
