# Sitelode in a container: a user without rights, nothing written outside of /data and /tmp.
FROM python:3.12-slim AS build
RUN apt-get update -q && apt-get install -q -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
RUN python -m venv /opt/sitelode && /opt/sitelode/bin/pip install --no-cache-dir '.[crawl,warc,tables,studio,learn,lab,mcp]'
COPY examples/site /tmp/site
RUN /opt/sitelode/bin/sitelode mine /tmp/site -o /tmp/mined -q

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 sitelode && install -d -o sitelode /data
COPY --from=build /opt/sitelode /opt/sitelode
ENV PATH=/opt/sitelode/bin:$PATH PYTHONDONTWRITEBYTECODE=1 HOME=/tmp
USER sitelode
WORKDIR /data
VOLUME /data
ENTRYPOINT ["sitelode"]
CMD ["--help"]
