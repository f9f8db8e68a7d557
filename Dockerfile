# The service as an image: docker build -t platen . && docker run -p 8080:8080 -v platen:/data platen
# Commands of the program take its place: docker run --rm -v platen:/data platen tokens list
FROM node:22-bookworm AS build
WORKDIR /platen
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /platen
# compiled code is cached in /tmp: with /data the only path that is written
# malloc's settings of render processes, for the service: free memory of its threads goes back to the system (docs/sizing.md)
ENV NODE_ENV=production PLATEN_HOST=0.0.0.0 PLATEN_DATA_DIR=/data XDG_CACHE_HOME=/tmp MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=40000
COPY --from=build /platen/package.json ./
COPY --from=build /platen/node_modules ./node_modules
COPY --from=build /platen/dist ./dist
COPY --from=build /platen/docs ./docs
COPY --from=build /platen/fonts ./fonts
COPY --from=build /platen/packaging/server ./packaging/server
COPY --from=build /platen/schemas ./schemas
COPY --from=build /platen/starters ./starters
COPY --from=build /platen/templates ./templates
# the image's user node, by number, so that whoever runs it can see that it is not root
RUN chmod 755 dist/runtime/cli/cli.js && ln -s /platen/dist/runtime/cli/cli.js /usr/local/bin/platen && mkdir /data && chown 1000:1000 /data
VOLUME /data
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PLATEN_PORT || 8080) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["platen"]
CMD ["serve"]
