"""The few words of a message, in every language the product speaks."""

from typing import Final, Literal, NamedTuple

Kind = Literal["booking", "cancellation", "rebooking", "question", "review", "dispute"]


class Words(NamedTuple):
    """Labels of a message about a booking."""

    title: str
    booked_by: str
    experience: str
    when: str
    guests: str
    total: str
    open: str


class Notices(NamedTuple):
    """Titles of the other messages, and what stands on buttons."""

    cancellation: str
    rebooking: str
    question: str
    review: str
    dispute: str
    acknowledge: str
    acknowledged: str
    test: str


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
    return WORDS.get(_language(locale), WORDS["en"])


NOTICES: Final = {
    "en": Notices(
        "Canceled",
        "Rebooked",
        "Question about",
        "Review of",
        "Disputed payment for",
        "Acknowledge",
        "Acknowledged by {name}",
        "Messages from {operator} appear here.",
    ),
    "es": Notices(
        "Cancelado",
        "Cambio de fecha",
        "Pregunta sobre",
        "Opinión sobre",
        "Pago en disputa de",
        "Me encargo",
        "{name} se encarga",
        "Los mensajes de {operator} llegarán aquí.",
    ),
    "zh": Notices(
        "已取消",
        "已改期",
        "客人提问",
        "客人评价",
        "付款争议",
        "我来处理",
        "{name} 正在处理",
        "{operator} 的消息将显示在这里。",
    ),
    "pt": Notices(
        "Cancelado",
        "Remarcado",
        "Pergunta sobre",
        "Avaliação de",
        "Pagamento contestado de",
        "Eu cuido disso",
        "{name} está cuidando disso",
        "As mensagens de {operator} aparecem aqui.",
    ),
    "de": Notices(
        "Storniert",
        "Umgebucht",
        "Frage zu",
        "Bewertung von",
        "Zahlung reklamiert",
        "Ich kümmere mich",
        "{name} kümmert sich",
        "Hier erscheinen die Meldungen von {operator}.",
    ),
    "it": Notices(
        "Annullata",
        "Spostata",
        "Domanda su",
        "Recensione di",
        "Pagamento contestato per",
        "Ci penso io",
        "Se ne occupa {name}",
        "I messaggi di {operator} arriveranno qui.",
    ),
    "ja": Notices(
        "キャンセル",
        "日程変更",
        "お客様からの質問",
        "レビュー",
        "支払いの異議申し立て",
        "対応します",
        "{name} さんが対応中",
        "{operator} からの通知がここに届きます。",
    ),
    "ko": Notices(
        "취소됨",
        "일정 변경",
        "고객 문의",
        "리뷰",
        "결제 분쟁",
        "제가 처리할게요",
        "{name} 님이 처리 중",
        "{operator}의 알림이 여기에 표시됩니다.",
    ),
    "nl": Notices(
        "Geannuleerd",
        "Omgeboekt",
        "Vraag over",
        "Beoordeling van",
        "Betwiste betaling voor",
        "Ik pak dit op",
        "{name} pakt dit op",
        "Berichten van {operator} komen hier binnen.",
    ),
    "sv": Notices(
        "Avbokad",
        "Ombokad",
        "Fråga om",
        "Omdöme om",
        "Bestriden betalning för",
        "Jag tar hand om det",
        "{name} tar hand om det",
        "Meddelanden från {operator} visas här.",
    ),
    "fr": Notices(
        "Annulée",
        "Déplacée",
        "Question sur",
        "Avis sur",
        "Paiement contesté pour",
        "Je m’en occupe",
        "{name} s’en occupe",
        "Les messages de {operator} arriveront ici.",
    ),
    "ru": Notices(
        "Отменено",
        "Перенесено",
        "Вопрос по",
        "Отзыв о",
        "Оспорен платёж по",
        "Беру на себя",
        "Этим занимается {name}",
        "Сообщения от {operator} будут приходить сюда.",
    ),
}


def _language(locale: str) -> str:
    return locale.replace("_", "-").split("-")[0].lower()


def notices_for(locale: str) -> Notices:
    """Return the other words of a language tag; English when there are none."""
    return NOTICES.get(_language(locale), NOTICES["en"])
