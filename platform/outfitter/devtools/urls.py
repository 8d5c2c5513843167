"""Addresses below /_dev/, mounted in development only."""

from django.urls import path

from outfitter.devtools import mailbox_pages

urlpatterns = [
    path("mail", mailbox_pages.mailbox),
    path("mail/messages", mailbox_pages.messages),
    path("mail/raw", mailbox_pages.take),
    path("mail/<str:mail_id>", mailbox_pages.mail),
    path("mail/messages/<str:mail_id>/html", mailbox_pages.html),
    path("mail/messages/<str:mail_id>/source", mailbox_pages.source),
    path("mail/messages/<str:mail_id>/attachments/<int:index>/<str:name>", mailbox_pages.attachment),
]
