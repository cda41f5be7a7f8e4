# SPDX-License-Identifier: Apache-2.0
"""The exceptions of ptxcheck."""


class Error(Exception):
    """The base class of the exceptions that ptxcheck raises."""


class UnknownArch(Error, ValueError):
    """The release of ptxas does not support the architecture."""


class UnknownToolkit(Error, ValueError):
    """The toolkit is not a known release."""


class UnknownWarning(Error, ValueError):
    """The name is not the name of a warning or rule."""
