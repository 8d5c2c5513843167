"""The few words of a message, in every language the product speaks."""

from typing import Final, NamedTuple


class Words(NamedTuple):
    """Labels of a message about a booking."""

    title: str
    booked_by: str
    experience: str
    when: str
    guests: str
    total: str
    open: str


WORDS: Final = {
    "en": Words("New booking", "Booked by", "Experience", "When", "Guests", "Total", "Open the booking"),
    "es": Words(
        "Nueva reserva", "Reservado por", "Experiencia", "Cuándo", "Personas", "Total", "Abrir la reserva"
    ),
    "zh": Words("新预订", "预订人", "体验项目", "时间", "人数", "总额", "打开预订"),
    "pt": Words(
        "Nova reserva", "Reservado por", "Experiência", "Quando", "Pessoas", "Total", "Abrir a reserva"
    ),
    "de": Words("Neue Buchung", "Gebucht von", "Erlebnis", "Wann", "Gäste", "Gesamt", "Buchung öffnen"),
    "it": Words(
        "Nuova prenotazione",
        "Prenotato da",
        "Esperienza",
        "Quando",
        "Persone",
        "Totale",
        "Apri la prenotazione",
    ),
    "ja": Words("新しい予約", "予約者", "体験", "日時", "人数", "合計", "予約を開く"),
    "ko": Words("새 예약", "예약자", "체험", "일시", "인원", "합계", "예약 열기"),
    "nl": Words(
        "Nieuwe boeking", "Geboekt door", "Activiteit", "Wanneer", "Gasten", "Totaal", "Boeking openen"
    ),
    "sv": Words("Ny bokning", "Bokad av", "Upplevelse", "När", "Gäster", "Totalt", "Öppna bokningen"),
    "fr": Words(
        "Nouvelle réservation",
        "Réservé par",
        "Expérience",
        "Quand",
        "Participants",
        "Total",
        "Ouvrir la réservation",
    ),
    "ru": Words(
        "Новое бронирование", "Клиент", "Программа", "Когда", "Гости", "Итого", "Открыть бронирование"
    ),
}


def words_for(locale: str) -> Words:
    """Return the words of a language tag such as "de-AT"; English when there are none."""
    return WORDS.get(locale.replace("_", "-").split("-")[0].lower(), WORDS["en"])
