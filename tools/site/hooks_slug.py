"""Anchors as GitHub makes them, so that one link fits both."""

import re


def github(text, separator):
    text = re.sub(r"<[^>]+>|&\w+;", "", text).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", separator)
