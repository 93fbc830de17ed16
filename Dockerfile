# The server as one image: docker build -t sumito .
#
# The tags name the Debian release, so that the binary is linked against the C library that it will run with.

FROM node:20-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
COPY sdk/typescript/src /src/sdk/typescript/src
RUN npm run build

# cargo-chef turns the dependencies into a layer of their own, which is rebuilt only when they change.
FROM rust:1.95-slim-bookworm AS chef
RUN cargo install cargo-chef --version 0.1.78 --locked
WORKDIR /src

FROM chef AS plan
COPY . .
RUN cargo chef prepare --recipe-path recipe.json

FROM chef AS build
COPY --from=plan /src/recipe.json recipe.json
RUN cargo chef cook --profile dist --locked --package sumito-server --recipe-path recipe.json
COPY . .
COPY --from=web /src/web/dist /dist
# The client is built already: this stage has no Node.js.
RUN SUMITO_WEB_DIST=/dist cargo build --profile dist --locked --package sumito-server --bin sumito
# What tells a debugger, a profiler or `addr2line` where an address is; most of what was built.
RUN cd target/dist && objcopy --only-keep-debug sumito sumito.debug \
 && objcopy --strip-all --add-gnu-debuglink=sumito.debug sumito

# docker build --target symbols --output . .
FROM scratch AS symbols
COPY --from=build /src/target/dist/sumito.debug /

FROM debian:bookworm-slim
RUN useradd --system --user-group --uid 10001 --create-home --home-dir /data --shell /usr/sbin/nologin sumito
COPY --from=build /src/target/dist/sumito /usr/local/bin/sumito
USER sumito
WORKDIR /data
VOLUME /data
ENV SUMITO_LISTEN=[::]:8080 \
    SUMITO_DATABASE_URL=sqlite:///data/sumito.db
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["sumito", "healthcheck"]
ENTRYPOINT ["sumito"]
