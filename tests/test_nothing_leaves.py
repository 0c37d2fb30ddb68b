"""A test cannot reach a real model, or anything else beyond this machine."""

import asyncio
import socket

import openai
import pytest

from tests.conftest import NetworkBlocked


async def test_the_openai_client_cannot_get_out(tried: list[str]):
    async with openai.AsyncOpenAI(api_key="none", base_url="http://203.0.113.1/v1", max_retries=0) as client:
        with pytest.raises(openai.APIConnectionError):
            await client.models.list()
    assert tried == ["203.0.113.1"]
    tried.clear()


async def test_no_name_is_looked_up(tried: list[str]):
    with pytest.raises(NetworkBlocked):
        await asyncio.get_running_loop().getaddrinfo("models.example", 443)
    tried.clear()


def test_a_plain_socket_cannot_get_out(tried: list[str]):
    with socket.socket() as plain, pytest.raises(NetworkBlocked):
        plain.connect(("203.0.113.1", 80))
    tried.clear()


async def test_this_machine_can_be_reached():
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.close()
        await writer.wait_closed()
