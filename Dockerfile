# docker build -t masquerade . && docker run -d --restart unless-stopped -v masquerade:/data --env-file .env masquerade
# For browsers besides: -p 127.0.0.1:8000:8000 -e MASQUERADE_WEB_HOST=0.0.0.0 -e MASQUERADE_WEB_ADMIN=… (a long secret of your own)
# Or all of it with deploy/compose.yaml.

FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /opt/masquerade && python -m venv /opt/tools
COPY requirements-plots.lock requirements-tools.lock ./
RUN /opt/masquerade/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: --require-hashes -r requirements-plots.lock
RUN /opt/tools/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: --require-hashes -r requirements-tools.lock
COPY pyproject.toml LICENSE ./
COPY bot bot
COPY games games
COPY prompts prompts
# Installed, not only copied: so it has a version and the command `masquerade`, and is compiled (who runs it may not write).
RUN /opt/tools/bin/pip wheel --no-cache-dir --disable-pip-version-check --no-build-isolation --no-deps --no-index --wheel-dir /wheel . \
    && /opt/masquerade/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-index /wheel/*.whl

FROM python:3.12-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 masquerade \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin masquerade \
    && install -d -o masquerade -g masquerade -m 0700 /data
COPY --from=build /opt/masquerade /opt/masquerade
WORKDIR /app
ENV PATH=/opt/masquerade/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MASQUERADE_DATA=/data
# Games, seats and settings: all that must outlive the container.
VOLUME /data
USER 10001:10001
# Browsers, where MASQUERADE_WEB_HOST says so.
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["masquerade", "health"]
# Python answers it by leaving in order; an unhandled SIGTERM would be ignored by a container's first process.
STOPSIGNAL SIGINT
ENTRYPOINT ["masquerade"]
CMD ["run"]
