# Two stages build, and the third runs. It contains Postgres, so that the image works alone: docker run -p 8080:8080.
FROM node:20-bookworm-slim AS admin
WORKDIR /src
COPY graph/schema graph/schema
COPY admin-ui admin-ui
RUN cd admin-ui && npm ci --no-audit --no-fund && npm run build

FROM golang:1.26-bookworm AS binary
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=admin /src/admin-ui/dist admin-ui/dist
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/ ./cmd/vitrine ./cmd/vitrine-store

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates postgresql \
    && rm -rf /var/lib/apt/lists/* && useradd --create-home vitrine && install -d -o vitrine /data
COPY --from=binary /out/ /usr/local/bin/
USER vitrine
ENV VITRINE_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && head -1 <&3 | grep -q 200"]
ENTRYPOINT ["vitrine"]
CMD ["serve"]
