"""Addresses below /_dev/, mounted in development only."""

from django.urls import path

from outfitter.devtools import pages

urlpatterns = [
    path("mail", pages.mailbox),
    path("mail/messages", pages.messages),
    path("mail/<str:mail_id>", pages.mail),
    path("mail/messages/<str:mail_id>/html", pages.html),
    path("mail/messages/<str:mail_id>/source", pages.source),
    path("mail/messages/<str:mail_id>/attachments/<int:index>/<str:name>", pages.attachment),
]
