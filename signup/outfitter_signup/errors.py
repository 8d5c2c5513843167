"""What may go wrong on the way, each with a clear answer."""

from outfitter.kit.errors import DomainError


class CodeInvalid(DomainError):
    """The six digits are not the ones we sent."""

    code = "code_invalid"
    status = 422


class CodeExpired(DomainError):
    """The code is too old, or was used."""

    code = "code_expired"
    status = 410


class TooManyAttempts(DomainError):
    """The code was tried or asked for too often."""

    code = "too_many_attempts"
    status = 429


class SignupNotFound(DomainError):
    """The token belongs to no sign-up that is still going on."""

    code = "signup_not_found"
    status = 404


class WrongStep(DomainError):
    """The sign-up is not at this step."""

    code = "wrong_step"
    status = 409


class NoAccount(DomainError):
    """The login is right, and belongs to no operator."""

    code = "no_account"
    status = 409
